import { u32 } from './cursor.js';
import { Refusal } from './refusal.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The names and values of a META section, rules Z29 to Z32.
 *
 * @param {Uint8Array} payload
 * @param {number} place Where the payload begins in the file.
 * @returns {[string, string][]}
 */
export function readMetadata(payload, place) {
    const pairs = [];
    let at = 0;
    let last = null;
    const refusal = (rule, message) => new Refusal(rule, place + at, message);
    const bytes = () => {
        if (payload.length - at < 4) throw refusal('Z29', 'The metadata ends in the middle of a pair.');
        const size = u32(payload, at);
        if (size > payload.length - at - 4) throw refusal('Z29', 'The metadata ends in the middle of a pair.');
        at += 4 + size;
        return payload.subarray(at - size, at);
    };
    const text = (raw) => {
        try {
            return decoder.decode(raw);
        } catch {
            throw refusal('Z30', 'The metadata is not valid UTF-8.');
        }
    };
    while (at < payload.length) {
        const name = bytes();
        const pair = [text(name), text(bytes())];
        if (name.length === 0) throw refusal('Z31', 'A name of the metadata is empty.');
        if (last !== null && compare(last, name) >= 0) throw refusal('Z32', 'The names of the metadata are not in order.');
        last = name;
        pairs.push(pair);
    }
    return pairs;
}

/** Less than, equal to or more than 0, by the order of bytes. */
function compare(left, right) {
    const size = Math.min(left.length, right.length);
    for (let index = 0; index < size; index++) {
        if (left[index] !== right[index]) return left[index] - right[index];
    }
    return left.length - right.length;
}
