const FIELDS_LOOKED_AT = 24;
const LONGEST = 60;
/** Keys of values by which people tell objects apart. */
const NAMES = new Set(['name', 'title', 'label', 'identifier', 'id']);

/** A plain value in few characters; `null` for other values. */
export function plainText(value, longest = LONGEST) {
    switch (value.kind) {
        case 'string': return shortened(value.value, longest);
        case 'integer': case 'float': return `${value.value}`;
        case 'constant': return value.value === null ? null : `${value.value}`;
        default: return null;
    }
}

/** A text that is cut between characters. */
function shortened(text, longest) {
    return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Whether a key is one by whose value people tell objects apart. */
export const isName = (key) => NAMES.has(key.toLowerCase());

/** The value of an object's first key that is a name; `null` if it has none. */
export function titleOf(graph, record) {
    for (const [key, text] of plainFields(graph, record)) {
        if (isName(key)) return text;
    }
    return null;
}

/** An object's fields with keys as short texts, of those that are not plain what they are. */
export function shownFields(graph, record) {
    const fields = new Map();
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return fields;
    for (const { key, at } of graph.values.fields(value)) {
        if (key === 0) continue;
        const inner = graph.values.read(at);
        fields.set(graph.archive.keys[key], plainText(inner) ?? described(graph, inner));
    }
    return fields;
}

function described(graph, { kind, value, count }) {
    if (kind === 'constant') return 'nil';
    if (kind === 'reference' || kind === 'conditional') {
        const record = graph.recordOf(value);
        if (record < 0) return 'nothing';
        return `→ ${graph.groups[graph.groupOf[record]].label} ${titleOf(graph, record) ?? ''}`.trim();
    }
    return count === undefined ? kind : `${count} ${kind === 'binary' ? 'bytes' : kind === 'map' ? 'pairs' : 'elements'}`;
}

/** Pairs of a key and a short text, for the first fields of an object that have plain values. */
export function plainFields(graph, record) {
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return [];
    return graph.values.fields(value).slice(0, FIELDS_LOOKED_AT)
        .map(({ key, at }) => [graph.archive.keys[key], plainText(graph.values.read(at))])
        .filter(([, text]) => text !== null && text !== '');
}
