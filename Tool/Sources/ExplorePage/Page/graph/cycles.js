import { CONDITIONAL } from '../../../../../JavaScript/src/checker.js';

const NONE = 0xFFFFFFFF;
const STEPS_AT_A_TIME = 16_384;

/**
 * The strongly connected groups of objects: each reaches all others of its group. Conditional references do not count.
 *
 * By the algorithm of Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), without recursion.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {() => Promise<void>} turn
 * @returns {Promise<Uint32Array[]>} The records of each group of several objects, or of one that refers to itself; the group
 *     with the most objects first.
 */
export async function cyclesOf({ count, targets, firstTargets }, turn) {
    const numbers = new Uint32Array(count).fill(NONE);
    const lowest = new Uint32Array(count);
    const isOpen = new Uint8Array(count);
    const next = firstTargets.slice();
    const path = new Uint32Array(count);
    const open = new Uint32Array(count);
    const groups = [];
    let [number, depth, openCount, steps] = [0, 0, 0, 0];
    const enter = (record) => {
        numbers[record] = lowest[record] = number++;
        isOpen[record] = 1;
        path[depth++] = record;
        open[openCount++] = record;
    };
    const leave = (record) => {
        depth--;
        if (depth > 0) lowest[path[depth - 1]] = Math.min(lowest[path[depth - 1]], lowest[record]);
        if (lowest[record] !== numbers[record]) return;
        const end = openCount;
        do isOpen[open[--openCount]] = 0; while (open[openCount] !== record);
        if (end - openCount > 1 || refersTo(record, record)) groups.push(open.slice(openCount, end).sort());
    };
    const refersTo = (record, other) => targets.subarray(firstTargets[record], firstTargets[record + 1]).includes(other);
    for (let start = 0; start < count; start++) {
        if (numbers[start] === NONE) enter(start);
        while (depth > 0) {
            if (++steps % STEPS_AT_A_TIME === 0) await turn();
            const record = path[depth - 1];
            if (next[record] === firstTargets[record + 1]) {
                leave(record);
                continue;
            }
            const target = targets[next[record]++];
            if (target >= CONDITIONAL) continue;
            if (numbers[target] === NONE) enter(target);
            else if (isOpen[target]) lowest[record] = Math.min(lowest[record], numbers[target]);
        }
    }
    return groups.sort((left, right) => right.length - left.length || left[0] - right[0]);
}

/**
 * A shortest cycle through an object.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} start
 * @returns {number[]} Records, the first and the last one both `start`; empty if there is no such cycle.
 */
export function shortestCycle({ targets, firstTargets }, start) {
    /** @type {Map<number, number>} Who was first found to refer to an object. */
    const before = new Map();
    const queue = [start];
    for (let at = 0; at < queue.length; at++) {
        const record = queue[at];
        for (let edge = firstTargets[record]; edge < firstTargets[record + 1]; edge++) {
            const target = targets[edge];
            if (target >= CONDITIONAL) continue;
            if (target === start) {
                const cycle = [start, record];
                while (cycle.at(-1) !== start) cycle.push(before.get(cycle.at(-1)));
                return cycle.reverse();
            }
            if (before.has(target)) continue;
            before.set(target, record);
            queue.push(target);
        }
    }
    return [];
}
