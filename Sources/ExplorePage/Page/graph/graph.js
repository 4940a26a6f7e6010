import { CONDITIONAL } from '../reading/checker.js';
import { ValueReader } from '../reading/values.js';
import { groupRecords } from './classes.js';
import { DominatorTree } from './dominators.js';

const NOBODY = -1;

/** The objects of an archive and what they refer to. Objects are named by the numbers of their records; 0 is the root. */
export class Graph {
    /**
     * @param {import('../reading/opening.js').OpenArchive} open
     */
    constructor({ archive, checker, container }) {
        this.archive = archive;
        this.container = container;
        this.values = new ValueReader(archive);
        this.count = archive.records.count;
        this.targets = checker.targets.trimmed();
        this.firstTargets = checker.firstTargets;
        this.strings = checker.strings.trimmed();
        this.composites = checker.composites.trimmed();
        this.items = checker.items.trimmed();
        this.missingCount = checker.missing;
    }

    /**
     * Makes what the views need.
     *
     * @param {(step: string, share: number) => Promise<void>} progress
     */
    async prepare(progress) {
        await progress('Grouping objects', 0);
        Object.assign(this, groupRecords(this));
        await progress('Following references', 0.2);
        this.turnReferences();
        await progress('Following references', 0.4);
        this.findWays();
        await progress('Working out what holds what', 0.6);
        this.dominators = new DominatorTree(this);
        await this.dominators.prepare((share) => progress('Working out what holds what', 0.6 + 0.4 * share));
    }

    /** The bytes of an object's record. */
    size(record) {
        const { starts } = this.archive.records;
        return starts[record + 1] - starts[record];
    }

    /** What an object refers to, each once, with whether all of it is conditional. */
    references(record) {
        return distinct(this.targets, this.firstTargets[record], this.firstTargets[record + 1]);
    }

    /** Who refers to an object, each once. */
    referrers(record) {
        return distinct(this.sources, this.firstSources[record], this.firstSources[record + 1]);
    }

    /** Makes `sources` from `targets`. */
    turnReferences() {
        const { targets, firstTargets, count } = this;
        const first = new Uint32Array(count + 1);
        for (const target of targets) first[(target & ~CONDITIONAL) + 1]++;
        for (let record = 0; record < count; record++) first[record + 1] += first[record];
        const next = first.slice();
        const sources = new Uint32Array(targets.length);
        for (let record = 0; record < count; record++) {
            for (let at = firstTargets[record]; at < firstTargets[record + 1]; at++) {
                sources[next[targets[at] & ~CONDITIONAL]++] = record | targets[at] & CONDITIONAL;
            }
        }
        this.sources = sources;
        this.firstSources = first;
    }

    /** Finds for each object who refers to it on a shortest way from the root, by breadth-first search. */
    findWays() {
        const { targets, firstTargets, count } = this;
        const before = new Int32Array(count).fill(NOBODY);
        const queue = new Uint32Array(count);
        let last = 1;
        for (let at = 0; at < last; at++) {
            const record = queue[at];
            for (let edge = firstTargets[record]; edge < firstTargets[record + 1]; edge++) {
                const target = targets[edge];
                // A conditional reference does not hold its object, so it is no way to it.
                if (target >= CONDITIONAL || target === 0 || before[target] !== NOBODY) continue;
                before[target] = record;
                queue[last++] = target;
            }
        }
        this.before = before;
        this.reachedCount = last;
    }

    /** The objects from the root to one, both included; `null` when no way leads there. */
    wayTo(record) {
        const way = [record];
        while (way[0] !== 0) {
            const before = this.before[way[0]];
            if (before === NOBODY) return null;
            way.unshift(before);
        }
        return way;
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
