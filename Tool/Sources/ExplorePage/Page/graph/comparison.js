import { ContentHasher } from './contents.js';
import { hashed } from './duplicates.js';
import { shownField, titleOf } from './summaries.js';

const STEPS_AT_A_TIME = 2048;

/**
 * @typedef {object} ClassDifference
 * @property {string} name
 * @property {[number, number]} counts Objects in both archives.
 * @property {[number, number]} bytes
 */

/**
 * @typedef {object} Comparison What differs between two archives.
 * @property {ClassDifference[]} classes Those whose number of objects or bytes differs, the largest difference first.
 * @property {number} equalCount How many objects are equal in both.
 * @property {number[]} onlyLeft Records.
 * @property {number[]} onlyRight
 * @property {{left: number, right: number, fields: () => string[]}[]} changed Pairs of records, those of the roots first, with
 *     the fields whose values differ: none if only what the two objects refer to is different.
 */

/**
 * Compares two archives.
 *
 * Objects are equal if their class, keys and plain values are, and those of the objects to which they refer directly. The rest
 * is matched by class and title, then by plain values alone; what is left is only in one archive. The roots are a pair whatever
 * they are.
 *
 * @param {import('./graph.js').Graph} left
 * @param {import('./graph.js').Graph} right
 * @param {() => Promise<void>} turn
 * @returns {Promise<Comparison>}
 */
export async function compare(left, right, turn) {
    const start = Math.floor(Math.random() * 2 ** 32);
    const sides = [];
    for (const graph of [left, right]) sides.push({ graph, ...await contents(graph, start, turn) });
    const roots = rootsOf(left, right);
    const haveEqualRoots = sides[0].deep(roots[0]) === sides[1].deep(roots[1]);
    const others = ({ graph }, side) => Uint32Array.from({ length: graph.count - 1 }, (_, index) => index + 1)
        .filter((record) => record !== roots[side]);
    const equal = await match(sides, sides.map(others), ({ deep }, record) => deep(record), turn);
    const titled = await match(sides, equal.rest, ({ graph }, record) => titleKey(graph, record), turn);
    const moved = await match(sides, titled.rest, ({ plain }, record) => plain(record), turn);
    const changed = [...(haveEqualRoots ? [] : [roots]), ...titled.pairs, ...moved.pairs]
        .map((records) => ({ left: records[0], right: records[1], fields: () => differentFields(sides, records) }));
    // A root value is no object, unless it is only a reference to one.
    const equalCount = equal.pairs.length + (haveEqualRoots && roots[0] > 0 ? 1 : 0);
    return {
        classes: classDifferences(left, right), equalCount, changed,
        onlyLeft: moved.rest[0], onlyRight: moved.rest[1],
    };
}

/** The records of the roots, or those to which they lead if each is only a reference, to objects of one class and title. */
function rootsOf(left, right) {
    const graphs = [left, right];
    const targets = graphs.map((graph) => graph.recordOf(graph.values.referenceAt(graph.archive.records.starts[0])));
    const names = graphs.map(({ groups, groupOf }, side) => groups[groupOf[targets[side]]]?.name);
    const titles = graphs.map((graph, side) => names[side] === undefined ? null : titleKey(graph, targets[side]));
    return names[0] !== undefined && names[0] === names[1] && titles[0] === titles[1] ? targets : [0, 0];
}

/** Pairs records with the same key, in order; those without a partner or without a key are the rest. */
async function match(sides, lists, keyOf, turn) {
    const waiting = new Map();
    const pairs = [];
    const rest = [[], []];
    for (const [index, record] of lists[0].entries()) {
        if (index % STEPS_AT_A_TIME === 0) await turn();
        const key = keyOf(sides[0], record);
        if (key === null) rest[0].push(record);
        else if (waiting.has(key)) waiting.get(key).push(record);
        else waiting.set(key, [record]);
    }
    waiting.forEach((records) => records.reverse());
    for (const [index, record] of lists[1].entries()) {
        if (index % STEPS_AT_A_TIME === 0) await turn();
        const key = keyOf(sides[1], record);
        const partner = key === null ? undefined : waiting.get(key)?.pop();
        if (partner === undefined) rest[1].push(record);
        else pairs.push([partner, record]);
    }
    const left = [...rest[0], ...[...waiting.values()].flat()];
    return { pairs, rest: [left.sort((one, other) => one - other), rest[1]] };
}

function titleKey(graph, record) {
    const title = titleOf(graph, record);
    return title?.isName ? `${graph.groups[graph.groupOf[record]].name}\n${title.text}` : null;
}

/**
 * Hashes of 53 bits: of an object's class, keys and plain values, and of these together with those of the objects to which it
 * refers. Numbers of keys, types and objects differ between archives, so they do not count.
 */
async function contents(graph, start, turn) {
    const { archive: { records, keys, types }, count } = graph;
    const encoder = new TextEncoder();
    const nameHash = (name) => {
        const encoded = encoder.encode(name);
        return hashed(encoded, 0, encoded.length, start);
    };
    const hasher = new ContentHasher(graph, keys.map(nameHash), types.map(({ readableName }) => nameHash(readableName)), start);
    const [own, others] = [new Uint32Array(count), new Uint32Array(count)];
    for (let record = 0; record < count; record++) {
        if (record % STEPS_AT_A_TIME === 0) await turn();
        hasher.hashValue(records.starts[record], () => hasher.add(1));
        [own[record], others[record]] = [hasher.hash, hasher.other];
    }
    const joined = (hash, other) => hash * 2 ** 21 + (other >>> 11);
    const plainValue = (at) => {
        hasher.hashValue(at, () => hasher.add(1));
        return joined(hasher.hash, hasher.other);
    };
    const deep = (record) => {
        hasher.hashValue(records.starts[record], (id) => {
            const target = records.recordOfID[id];
            hasher.add(target < 0 ? 0 : own[target]);
            hasher.add(target < 0 ? 0 : others[target]);
        });
        return joined(hasher.hash, hasher.other);
    };
    return { plain: (record) => joined(own[record], others[record]), plainValue, deep };
}

/** The fields whose values differ, as text. */
function differentFields(sides, records) {
    const [before, after] = sides.map((side, index) => fieldsOf(side, records[index]));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
        const [one, other] = [before.get(key), after.get(key)];
        if (one?.text !== other?.text) return [`${(one ?? other).name}: ${one?.text ?? '–'} → ${other?.text ?? '–'}`];
        // Long values are cut, of dates the seconds are shown, and of lists only the lengths.
        return one.hash === other.hash ? [] : [`${one.name}: another value than ${one.text}`];
    });
}

/** An object's fields by their keys, and those without by their places. */
function fieldsOf({ graph, plainValue }, record) {
    const fields = new Map();
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return fields;
    let unkeyed = 0;
    for (const { key, at } of graph.values.fields(value)) {
        const place = key === 0 ? unkeyed++ : graph.archive.keys[key];
        const name = key === 0 ? `[${place}]` : graph.keyName(key);
        fields.set(place, { name, text: shownField(graph, key, at), hash: plainValue(at) });
    }
    return fields;
}

function classDifferences(left, right) {
    const classes = new Map();
    [left, right].forEach((graph, side) => {
        for (const { name, count, bytes } of graph.groups) {
            if (!classes.has(name)) classes.set(name, { name, counts: [0, 0], bytes: [0, 0] });
            classes.get(name).counts[side] += count;
            classes.get(name).bytes[side] += bytes;
        }
    });
    const size = ({ counts, bytes }) => Math.abs(bytes[1] - bytes[0]) + Math.abs(counts[1] - counts[0]);
    return [...classes.values()].filter((entry) => size(entry) > 0).sort((one, other) => size(other) - size(one));
}
