import { Largest } from './largest.js';

const STEPS_AT_A_TIME = 16_384;

/** @typedef {{entry: number, bytes: number}} LargeValue The place of its tag, and its size. */

/**
 * The longest strings, binary values and arrays of numbers.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} limit How many of each.
 * @param {() => Promise<void>} turn
 * @returns {Promise<{strings: LargeValue[], blobs: LargeValue[]}>}
 */
export async function largeValues({ archive: { bytes, records: { starts } }, values, count }, limit, turn) {
    const strings = new Largest(limit);
    const blobs = new Largest(limit);
    const end = starts[count];
    let steps = 0;
    for (let at = starts[0]; at < end;) {
        if (++steps % STEPS_AT_A_TIME === 0) await turn();
        const tag = bytes[at];
        const next = values.next(at);
        if (tag >= 0x40 && tag < 0x60 || tag === 0xCD) strings.add(at, next - at);
        else if (tag >= 0xD0 && tag <= 0xDD || tag === 0xE7) blobs.add(at, next - at);
        at = next;
    }
    return { strings: strings.list, blobs: blobs.list };
}
