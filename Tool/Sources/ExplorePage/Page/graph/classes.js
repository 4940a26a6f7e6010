import { ValueReader } from '../../../../../JavaScript/src/values.js';

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

/** Names of objects that are no composites, each with the first tag that is not theirs. */
const OTHER_KINDS = [
    [0x40, 'Integers'], [0x60, 'Strings'], [0xC3, 'Constants'], [0xCA, 'Integers'], [0xCD, 'Numbers'], [0xCE, 'Strings'],
    [0xCF, 'Sequences'], [0xD0, 'Dictionaries'], [0xDE, 'Arrays of numbers'], [0x100, 'Binary values'],
];

/** A type's name without its modules. */
export function shortName(name) {
    return name.replace(/(^|[^\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*\.(?=[\p{L}_])/gu, '$1');
}

/**
 * Tells the class of each object, and counts. Values inside of objects count with the object.
 *
 * @param {import('../../../../../JavaScript/src/archive.js').Archive} archive Its values need not be checked.
 * @returns {{groups: Group[], groupOf: Uint32Array}}
 */
export function groupRecords(archive) {
    const { types, shapes, bytes, records: { starts, count } } = archive;
    const values = new ValueReader(archive);
    const groups = types.map(({ readableName, isClass }, type) => ({ name: readableName, type, isClass, count: 0, bytes: 0 }));
    const others = new Map();
    const groupOf = new Uint32Array(count);
    for (let record = 0; record < count; record++) {
        const number = groupNumber(record);
        groupOf[record] = number;
        groups[number].count++;
        groups[number].bytes += starts[record + 1] - starts[record];
    }
    nameAndRank(groups);
    return { groups, groupOf };

    function groupNumber(record) {
        const tag = bytes[starts[record]];
        const shape = tag >= 0x60 && tag < 0x80 ? tag - 0x60
            : tag === 0xE2 || tag === 0xE3 ? values.varint(starts[record] + 1)[0] : -1;
        // The check of the values refuses a shape that does not exist.
        if (shape >= 0 && shape < shapes.length) return shapes[shape].type;
        const name = record === 0 ? 'Root' : OTHER_KINDS.find(([end]) => tag < end)[1];
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
export function countValues({ archive, composites }) {
    const counts = new Float64Array(archive.types.length);
    for (let at = 1; at < composites.length; at += 2) counts[archive.shapes[composites[at]].type]++;
    return counts;
}
