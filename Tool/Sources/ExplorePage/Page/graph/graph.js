import { CONDITIONAL } from '../../../../../JavaScript/src/checker.js';
import { ValueReader } from '../../../../../JavaScript/src/values.js';
import { DominatorTree } from './dominators.js';
import { LONGEST_KEY, cut } from './readable.js';
import { NOBODY } from './references.js';

const MOST_KEPT = 10_000;

/**
 * The objects of an archive and what they refer to. Objects are named by the numbers of their records; 0 is the root.
 *
 * What `completed` adds may be missing: `isComplete` tells.
 */
export class Graph {
    /** @param {object} parts What `prepare` hands over as opened. */
    constructor(parts) {
        Object.assign(this, parts);
        this.values = new ValueReader(this.archive);
        this.isComplete = false;
        this.results = new Map();
    }

    /**
     * Works something out once, and keeps it.
     *
     * @template Result
     * @param {string} name
     * @param {() => Promise<Result>} make
     * @returns {Promise<Result>}
     */
    async once(name, make) {
        if (!this.results.has(name)) this.results.set(name, await make());
        return this.results.get(name);
    }

    /**
     * Adds the references to each object, the ways from the root and what is retained.
     *
     * @param {object} parts What `prepare` hands over as completed.
     */
    complete({ dominators, ...parts }) {
        Object.assign(this, parts);
        this.dominators = Object.assign(new DominatorTree(this), dominators);
        this.isComplete = true;
    }

    /** The number of an object in the archive, which is not the place of its record. */
    id(record) {
        return this.archive.records.ids[record];
    }

    /** The record with a number; -1 for none. */
    recordOf(id) {
        return this.archive.records.recordOfID[id] ?? -1;
    }

    /** The name of a key, which any number of values may have. */
    keyName(key) {
        return cut(this.archive.keys[key], LONGEST_KEY);
    }

    /**
     * Finds something out about an object, and keeps it: thousands of references may lead to one large object.
     *
     * @template Result
     * @param {(graph: Graph, record: number) => Result} find
     * @param {number} record
     * @returns {Result}
     */
    kept(find, record) {
        if (!this.results.has(find)) this.results.set(find, new Map());
        const results = this.results.get(find);
        if (!results.has(record)) {
            if (results.size >= MOST_KEPT) results.clear();
            results.set(record, find(this, record));
        }
        return results.get(record);
    }

    /** The bytes of an object's record. */
    size(record) {
        const { starts } = this.archive.records;
        return starts[record + 1] - starts[record];
    }

    /** The record that has a place. */
    recordAt(place) {
        const { starts } = this.archive.records;
        let [low, high] = [0, this.count];
        while (high - low > 1) {
            const middle = low + high >>> 1;
            if (starts[middle] <= place) low = middle;
            else high = middle;
        }
        return low;
    }

    /** The records of a class, in order. */
    recordsOf(group) {
        return Uint32Array.from({ length: this.count }, (_, record) => record).filter((record) => this.groupOf[record] === group);
    }

    /** What an object refers to, each once, with whether all of it is conditional. */
    references(record) {
        return distinct(this.targets, this.firstTargets[record], this.firstTargets[record + 1]);
    }

    /** Who refers to an object, each once. */
    referrers(record) {
        return distinct(this.sources, this.firstSources[record], this.firstSources[record + 1]);
    }

    /** The objects from the root to one, both included; `null` when no way leads there. */
    wayTo(record) {
        const way = [record];
        while (way.at(-1) !== 0) {
            const before = this.before[way.at(-1)];
            if (before === NOBODY) return null;
            way.push(before);
        }
        return way.reverse();
    }
}

function distinct(edges, start, end) {
    /** @type {Map<number, boolean>} */
    const found = new Map();
    for (let at = start; at < end; at++) {
        const isConditional = edges[at] >= CONDITIONAL;
        const record = (edges[at] & ~CONDITIONAL) >>> 0;
        found.set(record, (found.get(record) ?? true) && isConditional);
    }
    return [...found].map(([record, isConditional]) => ({ record, isConditional }));
}
