import { counted, cut, digits, readable } from './readable.js';

const FIELDS_LOOKED_AT = 24;
const LONGEST = 60;
/** Keys of values by which people tell objects apart, the best one first. */
const TITLES = ['name', 'title', 'id'];
/** Without such a key the first text that is not longer than this is the title. */
const LONGEST_TITLE = 126;

/** A plain value in few characters; `null` for other values. */
export function plainText(graph, value, key = '', longest = LONGEST) {
    const known = value.kind === 'composite' ? null : readable(graph, value, key);
    switch (value.kind) {
        case 'string': return cut(value.value, longest);
        case 'integer': return known ?? `${value.value}`;
        case 'float': return known ?? digits(value);
        case 'constant': return value.value === null ? null : `${value.value}`;
        default: return known;
    }
}

/**
 * An object's title: its name, its title, its id, or else its first short text.
 *
 * @returns {{text: string, at: number, isName: boolean}?} The text, the place of the value, and whether its key is that of a
 *     title.
 */
export function titleOf(graph, record) {
    return graph.kept(findTitle, record);
}

function findTitle(graph, record) {
    const { values, archive: { keys } } = graph;
    const whole = values.record(record);
    if (whole.kind !== 'composite') return null;
    let best = null;
    let bestRank = Infinity;
    for (const { key, at } of values.fields(whole)) {
        const known = key === 0 ? -1 : TITLES.indexOf(keys[key]);
        const rank = known < 0 ? TITLES.length : known;
        if (rank >= bestRank) continue;
        const value = values.read(at);
        const isText = value.kind === 'string' && value.count > 0;
        const isTitle = known < 0 ? isText && value.count <= LONGEST_TITLE : isText || value.kind !== 'constant';
        const text = isTitle ? plainText(graph, value) : null;
        if (text !== null) [best, bestRank] = [{ text, at, isName: known >= 0 }, rank];
    }
    return best;
}

/** A field as a short text: what it is, if its value is not plain. */
export function shownField(graph, key, at) {
    const value = graph.values.read(at);
    return plainText(graph, value, key === 0 ? '' : graph.archive.keys[key]) ?? described(graph, value);
}

function described(graph, value) {
    const { kind, count } = value;
    if (kind === 'constant') return 'nil';
    if (kind === 'reference' || kind === 'conditional') {
        const record = graph.recordOf(value.value);
        if (record < 0) return 'nothing';
        return `→ ${graph.groups[graph.groupOf[record]].label} ${titleOf(graph, record)?.text ?? ''}`.trim();
    }
    if (kind === 'composite') return readable(graph, value) ?? kind;
    return count === undefined ? kind : counted(count, kind === 'binary' ? 'byte' : kind === 'map' ? 'pair' : 'element');
}

/** The first fields of an object that have plain values: keys, short texts and places. */
export function plainFields(graph, record) {
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return [];
    const { keys } = graph.archive;
    return graph.values.fields(value).slice(0, FIELDS_LOOKED_AT)
        .map(({ key, at }) => ({
            key: key === 0 ? '' : graph.keyName(key), at, text: plainText(graph, graph.values.read(at), keys[key]),
        }))
        .filter(({ text }) => text !== null && text !== '');
}
