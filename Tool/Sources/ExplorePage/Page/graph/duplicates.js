import { ContentHasher } from './contents.js';

const STEPS_AT_A_TIME = 4096;
/** How often equal objects are joined, so that those that refer to equal ones are found, too. */
const ROUNDS = 10;
const PRIME = 0x01000193;

/** A table that finds the first of several equal entries. */
class EqualEntries {
    /**
     * @param {number} count How many entries there are.
     * @param {(left: number, right: number) => boolean} areEqual
     */
    constructor(count, areEqual) {
        this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(-1);
        this.hashes = new Uint32Array(count);
        this.areEqual = areEqual;
    }

    /** The first entry that is equal to this one, which may be itself. */
    first(entry, hash) {
        const { slots, hashes } = this;
        const mask = slots.length - 1;
        hashes[entry] = hash;
        for (let slot = (hash ^ hash >>> 15) & mask; ; slot = slot + 1 & mask) {
            const other = slots[slot];
            if (other < 0) {
                slots[slot] = entry;
                return entry;
            }
            if (hashes[other] === hash && this.areEqual(other, entry)) return other;
        }
    }
}

/** A hash of bytes, that starts from another one. */
export function hashed(bytes, start, end, hash) {
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], PRIME);
    return (hash ^ hash >>> 13) >>> 0;
}

/** A start that an archive cannot know, so that it cannot make all hashes equal. */
const anyStart = () => Math.floor(Math.random() * 2 ** 32);

/**
 * @typedef {object} Equals Equal values.
 * @property {number} first The first of them: the number of a record, or twice that of a string.
 * @property {number} count
 * @property {number} bytes Of one.
 * @property {number} saved What would be saved if there were only one.
 */

/**
 * @typedef {object} Duplicates
 * @property {Equals[]} list Those that would save most.
 * @property {number} count How many values are equal to an earlier one.
 * @property {number} saved
 */

/**
 * Finds equal strings.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} limit How many to list.
 * @param {() => Promise<void>} turn
 * @returns {Promise<Duplicates>}
 */
export async function equalStrings({ archive: { bytes }, strings }, limit, turn) {
    const count = strings.length / 2;
    const areEqual = (left, right) => strings[2 * left + 1] === strings[2 * right + 1]
        && areSame(bytes, strings[2 * left], strings[2 * right], strings[2 * left + 1]);
    const table = new EqualEntries(count, areEqual);
    const start = anyStart();
    const firsts = new Uint32Array(count);
    for (let index = 0; index < count; index++) {
        if (index % STEPS_AT_A_TIME === 0) await turn();
        const place = strings[2 * index];
        firsts[index] = table.first(index, hashed(bytes, place, place + strings[2 * index + 1], start));
    }
    return summed(firsts, (index) => strings[2 * index + 1], limit);
}

/**
 * Finds objects with equal values whose references lead to the same objects, or to equal ones.
 *
 * Objects that are equal only because of a cycle of references are not found.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} limit How many to list.
 * @param {() => Promise<void>} turn
 * @returns {Promise<Duplicates>}
 */
export async function equalObjects(graph, limit, turn) {
    const { archive: { records, keys, types }, count, groups, groupOf } = graph;
    const hasher = new ContentHasher(graph, [...keys.keys()], [...types.keys()], anyStart());
    const others = new Uint32Array(count);
    let firsts = Uint32Array.from({ length: count }, (_, record) => record);
    for (let round = 0, found = 0; round < ROUNDS; round++) {
        const before = firsts;
        const table = new EqualEntries(count, (left, right) => others[left] === others[right]);
        const addReference = (id, isConditional) => {
            hasher.add(nameOf(records, before, id));
            hasher.add(isConditional ? 1 : 0);
        };
        const next = new Uint32Array(count);
        let joined = 0;
        for (let record = 0; record < count; record++) {
            if (record % STEPS_AT_A_TIME === 0) await turn();
            hasher.hashValue(records.starts[record], addReference);
            others[record] = hasher.other;
            next[record] = table.first(record, hasher.hash);
            if (next[record] !== record) joined++;
        }
        firsts = next;
        if (joined === found) break;
        found = joined;
    }
    // Only the identity of classes' instances is that of objects; equal numbers and texts are no finding.
    return summed(firsts, (record) => groups[groupOf[record]].type >= 0 ? graph.size(record) : 0, limit);
}

/** What a reference leads to: the first of equal objects, or less than 0 for what is missing. */
function nameOf({ recordOfID }, firsts, id) {
    const record = recordOfID[id];
    return record < 0 ? -1 - id : firsts[record];
}

function areSame(bytes, left, right, size) {
    for (let index = 0; index < size; index++) {
        if (bytes[left + index] !== bytes[right + index]) return false;
    }
    return true;
}

/** @returns {Duplicates} */
function summed(firsts, size, limit) {
    const counts = new Uint32Array(firsts.length);
    for (const first of firsts) counts[first]++;
    const list = [];
    let [count, saved] = [0, 0];
    for (let first = 0; first < counts.length; first++) {
        const bytes = counts[first] > 1 ? size(first) : 0;
        if (bytes === 0) continue;
        count += counts[first] - 1;
        saved += (counts[first] - 1) * bytes;
        list.push({ first, count: counts[first], bytes, saved: (counts[first] - 1) * bytes });
    }
    list.sort((left, right) => right.saved - left.saved || left.first - right.first);
    return { list: list.slice(0, limit), count, saved };
}
