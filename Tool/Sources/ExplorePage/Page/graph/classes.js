/**
 * @typedef {object} Group Objects of one class, or of one kind where they have no class.
 * @property {string} name The readable name, with its modules.
 * @property {string} label A shorter name, when no other group has it.
 * @property {number} type The number of the type, -1 when there is none.
 * @property {boolean} isClass
 * @property {number} count How many objects.
 * @property {number} bytes Of their records.
 * @property {number} rank Its place by bytes, the largest first.
 */

const OTHER_KINDS = {
    integer: 'Integers', string: 'Strings', float: 'Numbers', constant: 'Constants', sequence: 'Sequences', map: 'Dictionaries',
    packed: 'Arrays of numbers', binary: 'Binary values', reference: 'Root', conditional: 'Root', some: 'Root', typed: 'Root',
};

/** A type's name without its modules. */
export function shortName(name) {
    return name.replace(/(^|[^\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*\.(?=[\p{L}_])/gu, '$1');
}

/**
 * Tells the class of each object, and counts. Values inside of objects count with the object.
 *
 * @param {import('./graph.js').Graph} graph
 * @returns {{groups: Group[], groupOf: Uint32Array, valueCounts: Float64Array}}
 */
export function groupRecords(graph) {
    const { archive, values, count } = graph;
    const { types, shapes } = archive;
    const groups = types.map(({ readableName, isClass }, type) => ({ name: readableName, type, isClass, count: 0, bytes: 0 }));
    const others = new Map();
    const groupOf = new Uint32Array(count);
    for (let record = 0; record < count; record++) {
        const number = groupNumber(record);
        groupOf[record] = number;
        groups[number].count++;
        groups[number].bytes += graph.size(record);
    }
    nameAndRank(groups);
    return { groups, groupOf, valueCounts: countValues(graph) };

    function groupNumber(record) {
        const start = archive.records.starts[record];
        const tag = archive.bytes[start];
        if (tag >= 0x60 && tag < 0x80) return shapes[tag - 0x60].type;
        const value = values.read(start);
        if (value.kind === 'composite') return shapes[value.shape].type;
        const name = record === 0 ? 'Root' : OTHER_KINDS[value.kind];
        if (!others.has(name)) {
            others.set(name, groups.length);
            groups.push({ name, type: -1, isClass: false, count: 0, bytes: 0 });
        }
        return others.get(name);
    }
}

function nameAndRank(groups) {
    const uses = new Map();
    for (const { name } of groups) uses.set(shortName(name), (uses.get(shortName(name)) ?? 0) + 1);
    for (const group of groups) {
        const short = shortName(group.name);
        group.label = group.type < 0 || uses.get(short) > 1 ? group.name : short;
    }
    [...groups].sort((left, right) => right.bytes - left.bytes).forEach((group, rank) => {
        group.rank = rank;
    });
}

/** How many composites there are of each type, those inside of objects included. The archive's own counts may be wrong. */
function countValues({ archive, composites }) {
    const counts = new Float64Array(archive.types.length);
    for (let at = 1; at < composites.length; at += 2) counts[archive.shapes[composites[at]].type]++;
    return counts;
}
