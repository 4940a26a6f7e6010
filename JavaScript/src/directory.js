import { Cursor } from './cursor.js';

/**
 * @typedef {object} Type A type of the archive.
 * @property {boolean} isClass Whether its instances have identity.
 * @property {boolean} isNameChosen Whether the program chose the name.
 * @property {string} readableName
 * @property {?string} name What a reader finds the type by.
 * @property {number} version
 * @property {bigint} count How many composites are of the type, as the archive says. The checker finds out whether it is right.
 * @property {number} countPlace Where the archive says so.
 */

/** @typedef {{type: number, slots: number[]}} Shape A type, and the number of the key of each slot; 0 for none. */

/**
 * @typedef {{keys: string[], types: Type[], shapes: Shape[], extensions: Map<string, Uint8Array>}} Directory Keys are numbered
 *     from 1. Extensions are bytes by their names, which no value needs.
 */

const MOST_EXTENSIONS = 1024;
const LONGEST_EXTENSION_NAME = 255;

/**
 * Reads the directory, rules R21 to R31 and R65 to R67 of `Docs/format-graph.md`.
 *
 * @param {Uint8Array} bytes The archive.
 * @param {number} start
 * @param {number} end
 * @param {import('./policy.js').GraphPolicy} policy
 * @returns {Directory}
 */
export function readDirectory(bytes, start, end, policy) {
    const cursor = new Cursor(bytes, start, end);
    const entries = new Entries(cursor, policy.maximumDirectoryEntryCount);
    const keys = readKeys(cursor, entries);
    const types = readTypes(cursor, entries, policy.maximumTypeNameLength);
    const shapes = readShapes(cursor, entries, types, keys);
    for (const type of types) {
        if (cursor.left === 0) throw cursor.refusal('R30', 'A type has no count.');
        type.countPlace = cursor.position;
        type.count = cursor.exactVarint();
    }
    const extensions = readExtensions(cursor);
    if (cursor.left > 0) throw cursor.refusal('R31', 'Bytes follow the directory.');
    return { keys, types, shapes, extensions };
}

/** What follows the counts, if anything. */
function readExtensions(cursor) {
    const extensions = new Map();
    if (cursor.left === 0) return extensions;
    const count = cursor.varint();
    if (count < 1 || count > MOST_EXTENSIONS) {
        throw cursor.refusal('R65', `It has ${count} extensions, not 1 to ${MOST_EXTENSIONS}.`);
    }
    let last = '';
    for (let left = count; left > 0; left--) {
        const bytes = cursor.take(cursor.varint());
        if (bytes.length < 1 || bytes.length > LONGEST_EXTENSION_NAME || bytes.some((byte) => byte <= 0x20 || byte >= 0x7F)) {
            throw cursor.refusal('R66', 'The name of an extension is empty, too long, or not of visible ASCII characters.');
        }
        const name = String.fromCharCode(...bytes);
        if (name <= last) throw cursor.refusal('R67', 'Two extensions have one name, or are not in the order of their names.');
        last = name;
        extensions.set(name, cursor.take(cursor.varint()));
    }
    return extensions;
}

/** Counts the entries of the directory, before they take memory. */
class Entries {
    constructor(cursor, limit) {
        this.cursor = cursor;
        this.limit = limit;
        this.count = 0;
    }

    /** @returns {number} */
    add(count) {
        this.count += count;
        if (this.count > this.limit) {
            throw this.cursor.tooMany('entries in its directory', this.count, 'maximumDirectoryEntryCount', this.limit);
        }
        return count;
    }
}

function readKeys(cursor, entries) {
    const keys = [''];
    const known = new Set();
    for (let left = entries.add(cursor.count('keys')); left > 0; left--) {
        const key = cursor.string();
        if (known.has(key)) throw cursor.refusal('R21', 'A key stands in the directory twice.');
        known.add(key);
        keys.push(key);
    }
    return keys;
}

function readTypes(cursor, entries, maximumNameLength) {
    const types = [];
    const names = new Set();
    for (let left = entries.add(cursor.count('types', 2)); left > 0; left--) {
        const flags = cursor.u8();
        if (flags & ~15) throw cursor.refusal('R22', 'A type uses a feature that this reader does not know.');
        if (flags & 4 && !(flags & 2)) throw cursor.refusal('R23', 'A type has a chosen name, but no name.');
        const readableName = cursor.string(maximumNameLength);
        const name = flags & 2 ? cursor.string(maximumNameLength) : null;
        if (name === '') throw cursor.refusal('R24', 'The name of a type is empty.');
        const version = flags & 8 ? cursor.varint() : 0;
        if (version >= 2 ** 32 || (flags & 8 && version === 0)) {
            throw cursor.refusal('R26', 'The version of a type is too large, or is 0 and there.');
        }
        if (name !== null) {
            const versionOfName = `${name}\0${version}`;
            if (names.has(versionOfName)) throw cursor.refusal('R25', 'Two types have the same name and version.');
            names.add(versionOfName);
        }
        types.push({
            isClass: (flags & 1) !== 0, isNameChosen: (flags & 4) !== 0, readableName, name, version, count: 0n, countPlace: 0,
        });
    }
    return types;
}

function readShapes(cursor, entries, types, keys) {
    const shapes = [];
    // What a shape has without saying so.
    let nextType = 0;
    let nextKey = 1;
    for (let left = entries.add(cursor.count('shapes')); left > 0; left--) {
        const head = cursor.varint();
        const slotCount = Math.floor(head / 4);
        const type = head % 2 === 1 ? cursor.varint() : nextType;
        if (type >= types.length) {
            throw cursor.refusal(head % 2 === 1 ? 'R27' : 'R8', 'A shape has a type that does not exist.');
        }
        const slots = head % 4 >= 2 ? readSlots(cursor, entries, keys, slotCount)
            : nextSlots(cursor, entries, keys, slotCount, nextKey);
        shapes.push({ type, slots });
        nextType = Math.max(nextType, type + 1);
        nextKey = slots.reduce((next, key) => Math.max(next, key + 1), nextKey);
    }
    return shapes;
}

function readSlots(cursor, entries, keys, count) {
    if (count > cursor.left) throw cursor.refusal('R4', 'A shape has more slots than there are bytes left.');
    entries.add(count);
    const slots = [];
    const known = new Set();
    while (slots.length < count) {
        const key = cursor.varint();
        if (key >= keys.length) throw cursor.refusal('R28', 'A shape has a key that does not exist.');
        if (key > 0 && known.has(key)) throw cursor.refusal('R29', 'A key stands in a shape twice.');
        known.add(key);
        slots.push(key);
    }
    return slots;
}

/** The slots of a shape that does not list its keys. */
function nextSlots(cursor, entries, keys, count, first) {
    if (first + count > keys.length) throw cursor.refusal('R9', 'A shape has more keys than there are.');
    entries.add(count);
    return Array.from({ length: count }, (_, index) => first + index);
}
