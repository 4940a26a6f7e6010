import { LONGEST_KEY, cut } from './readable.js';

/** The tags of a key, of the end of a composite that is open, and of a field that is absent. */
const [KEY, END, ABSENT] = [0xE4, 0xE5, 0xE9];

/**
 * How an object refers to another: keys and indices, such as `.packages[12]`.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} source
 * @param {number} target
 * @returns {string}
 */
export function pathOfReference(graph, source, target) {
    const { archive: { records: { starts } }, values } = graph;
    const id = graph.id(target);
    // A walk from tag to tag needs neither a stack nor objects, so that it takes large records, too.
    for (let at = starts[source]; at < starts[source + 1]; at = values.next(at)) {
        if (values.referenceAt(at) === id) return pathTo(graph, source, at);
    }
    return '';
}

/**
 * The keys and indices from the beginning of a record to one of its values.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} record
 * @param {number} place That of the value's tag.
 * @returns {string} Empty for the value of the record itself.
 */
export function pathTo(graph, record, place) {
    const { archive: { bytes, records, shapes }, values } = graph;
    const around = [];
    let key = 0;
    // One walk from tag to tag: to look for the end of each value around the place would take its size for each of them.
    for (let at = records.starts[record]; ; at = values.next(at)) {
        const tag = bytes[at];
        if (tag === KEY) {
            [key] = values.varint(at + 1);
            continue;
        }
        if (tag === END) around.pop();
        else {
            if (around.length > 0) enter(around.at(-1), at, tag, key);
            key = 0;
            if (at >= place) break;
            if (isContainer(tag)) around.push(level(values.read(at), shapes));
        }
        while (around.length > 0 && isComplete(around.at(-1))) around.pop();
    }
    return around.map((each) => nameOfCurrent(graph, each)).join('');
}

function isContainer(tag) {
    return tag >= 0x60 && tag < 0x80 || [0xCE, 0xCF, 0xE2, 0xE3, 0xE6, 0xE8].includes(tag);
}

/** A value around the current one, of whose values none has begun. */
function level({ kind, shape, count, isOpen = false }, shapes) {
    const slots = kind === 'composite' ? shapes[shape].slots : null;
    return {
        kind, slots, isOpen, count: slots?.length ?? (kind === 'map' ? 2 * count : count ?? 1),
        begun: 0, present: 0, key: 0, at: 0, before: 0,
    };
}

/** Goes to the next value inside. */
function enter(level, at, tag, key) {
    level.key = level.slots?.[level.begun] ?? key;
    level.begun++;
    if (tag !== ABSENT) level.present++;
    [level.before, level.at] = [level.at, at];
}

function isComplete({ begun, count, isOpen }) {
    return begun >= count && !isOpen;
}

/** How the current value of a level is reached. */
function nameOfCurrent(graph, { kind, begun, present, key, before }) {
    switch (kind) {
        case 'composite': return key === 0 ? `.${present - 1}` : `.${graph.keyName(key)}`;
        case 'sequence': return `[${begun - 1}]`;
        case 'map': return pairName(graph.values, begun - 1, before);
        default: return '';
    }
}

/** What a value of a dictionary is called: by its key. */
function pairName(values, index, before) {
    if (index % 2 === 0) return `[key ${index / 2}]`;
    const key = values.read(before);
    if (key.kind === 'string') return `[${JSON.stringify(cut(key.value, LONGEST_KEY))}]`;
    return key.kind === 'integer' ? `[${key.value}]` : '[…]';
}
