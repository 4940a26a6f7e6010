import { CONDITIONAL } from '../../../../../JavaScript/src/checker.js';

const NONE = 0xFFFFFFFF;
const NODES_AT_A_TIME = 65_536;

/**
 * What would go if an object went: those that are reached from the root only through it.
 *
 * The immediate dominators are found by the algorithm of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a
 * Flowgraph" (1979), in its simpler version, which takes O(m log n). Conditional references hold nothing, so they do not count.
 */
export class DominatorTree {
    /** @param {import('./graph.js').Graph} graph */
    constructor(graph) {
        this.graph = graph;
    }

    /** @param {(share: number) => Promise<void>} progress */
    async prepare(progress) {
        const { count } = this.graph;
        /** The number of each record in the order of the depth-first search; NONE where it does not come. */
        this.numbers = new Uint32Array(count).fill(NONE);
        this.records = new Uint32Array(count);
        this.parents = new Uint32Array(count);
        this.count = 0;
        this.search();
        await progress(0.3);
        await this.findDominators(progress);
        this.addUp();
    }

    /** What has been worked out, without the graph, for `Object.assign` to a tree elsewhere. */
    parts() {
        const { numbers, records, dominators, count, bytes, sizes, places, order } = this;
        return { numbers, records, dominators, count, bytes, sizes, places, order };
    }

    /** Numbers the records by a depth-first search from the root. */
    search() {
        const { targets, firstTargets } = this.graph;
        const { numbers, records, parents } = this;
        const path = new Uint32Array(numbers.length);
        const next = firstTargets.slice();
        let depth = 1;
        numbers[0] = 0;
        this.count = 1;
        while (depth > 0) {
            const record = path[depth - 1];
            if (next[record] === firstTargets[record + 1]) {
                depth--;
                continue;
            }
            const target = targets[next[record]++];
            if (target >= CONDITIONAL || numbers[target] !== NONE) continue;
            numbers[target] = this.count;
            records[this.count] = target;
            parents[this.count] = numbers[record];
            this.count++;
            path[depth++] = target;
        }
    }

    async findDominators(progress) {
        const { numbers, records, parents, count, graph } = this;
        const { sources, firstSources } = graph;
        const semi = Uint32Array.from({ length: count }, (_, number) => number);
        const forest = new Forest(semi);
        const bucket = new Uint32Array(count).fill(NONE);
        const nextInBucket = new Uint32Array(count).fill(NONE);
        const dominators = new Uint32Array(count);
        for (let node = count - 1; node > 0; node--) {
            if (node % NODES_AT_A_TIME === 0) await progress(0.3 + 0.6 * (1 - node / count));
            const record = records[node];
            for (let at = firstSources[record]; at < firstSources[record + 1]; at++) {
                const source = sources[at];
                if (source >= CONDITIONAL || numbers[source] === NONE) continue;
                const least = semi[forest.least(numbers[source])];
                if (least < semi[node]) semi[node] = least;
            }
            nextInBucket[node] = bucket[semi[node]];
            bucket[semi[node]] = node;
            const parent = parents[node];
            forest.ancestors[node] = parent;
            for (let other = bucket[parent]; other !== NONE; other = nextInBucket[other]) {
                const least = forest.least(other);
                dominators[other] = semi[least] < semi[other] ? least : parent;
            }
            bucket[parent] = NONE;
        }
        for (let node = 1; node < count; node++) {
            if (dominators[node] !== semi[node]) dominators[node] = dominators[dominators[node]];
        }
        this.dominators = dominators;
    }

    /** Adds up what each node holds, and lists the nodes so that what one holds stands behind it. */
    addUp() {
        const { count, dominators, records, graph } = this;
        const bytes = Float64Array.from({ length: count }, (_, node) => graph.size(records[node]));
        const sizes = new Uint32Array(count).fill(1);
        for (let node = count - 1; node > 0; node--) {
            bytes[dominators[node]] += bytes[node];
            sizes[dominators[node]] += sizes[node];
        }
        const places = new Uint32Array(count);
        const next = new Uint32Array(count);
        const order = new Uint32Array(count);
        next[0] = 1;
        for (let node = 1; node < count; node++) {
            places[node] = next[dominators[node]];
            next[dominators[node]] += sizes[node];
            next[node] = places[node] + 1;
            order[places[node]] = records[node];
        }
        Object.assign(this, { bytes, sizes, places, order });
    }

    /** The bytes of an object and of all that would go with it. */
    retainedBytes(record) {
        const number = this.numbers[record];
        return number === NONE ? this.graph.size(record) : this.bytes[number];
    }

    /** An object and all that would go with it, as a part of a list. */
    retained(record) {
        const number = this.numbers[record];
        if (number === NONE) return Uint32Array.of(record);
        return this.order.subarray(this.places[number], this.places[number] + this.sizes[number]);
    }

    /** The object that must go for this one to go, too; -1 for the root and what is not held. */
    holder(record) {
        const number = this.numbers[record];
        return number === NONE || number === 0 ? -1 : this.records[this.dominators[number]];
    }
}

/** The forest of the algorithm, with paths that are compressed. */
class Forest {
    constructor(semi) {
        this.semi = semi;
        this.ancestors = new Uint32Array(semi.length).fill(NONE);
        this.labels = semi.slice();
        this.path = [];
    }

    /** The node with the least semidominator on the way up to the root of its tree. */
    least(node) {
        const { ancestors, labels, semi, path } = this;
        if (ancestors[node] === NONE) return node;
        let top = node;
        while (ancestors[ancestors[top]] !== NONE) {
            path.push(top);
            top = ancestors[top];
        }
        while (path.length > 0) {
            const lower = path.pop();
            const upper = ancestors[lower];
            if (semi[labels[upper]] < semi[labels[lower]]) labels[lower] = labels[upper];
            ancestors[lower] = ancestors[upper];
        }
        return labels[node];
    }
}
