import { CONDITIONAL } from '../../../../../JavaScript/src/checker.js';

export const NOBODY = -1;

/**
 * Turns the references around: who refers to each object.
 *
 * @param {import('./graph.js').Graph} graph
 * @returns {{sources: Uint32Array, firstSources: Uint32Array}} In the form of `targets` and `firstTargets`.
 */
export function turnedReferences({ targets, firstTargets, count }) {
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
    return { sources, firstSources: first };
}

/**
 * Finds for each object who refers to it on a shortest way from the root, by breadth-first search.
 *
 * @param {import('./graph.js').Graph} graph
 * @returns {{before: Int32Array, reachedCount: number}} `before` has `NOBODY` where no way leads.
 */
export function findWays({ targets, firstTargets, count }) {
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
    return { before, reachedCount: last };
}
