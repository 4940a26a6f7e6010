import { Refusal } from './refusal.js';

/** A call costs more than so many bytes. */
const FEW = 32;

/**
 * Decompresses one LZ4 block, by `lz4_Block_format.md` of the LZ4 project and rules Z49 to Z53.
 *
 * @param {Uint8Array} source The compressed block, all of it.
 * @param {number} size The number of bytes that it must make.
 * @param {number} place Where the block begins in the file.
 * @returns {Uint8Array}
 */
export function decompressLZ4(source, size, place) {
    const target = new Uint8Array(size);
    let from = 0;
    let to = 0;
    let hasMatch = false;
    const refusal = (rule, message) => new Refusal(rule, place + from, message);
    const broken = () => refusal('Z24', 'The LZ4 block does not make the bytes that it should.');
    const extended = (length) => {
        if (length < 15) return length;
        for (;;) {
            if (from >= source.length) throw broken();
            const byte = source[from++];
            length += byte;
            if (byte < 255) return length;
        }
    };
    for (;;) {
        if (from >= source.length) {
            throw hasMatch ? refusal('Z50', 'The LZ4 block ends with a match.') : broken();
        }
        const token = source[from++];
        const literals = extended(token >> 4);
        if (literals > source.length - from || literals > size - to) throw broken();
        if (literals > FEW) {
            target.set(source.subarray(from, from + literals), to);
            from += literals;
            to += literals;
        } else {
            for (const end = from + literals; from < end;) target[to++] = source[from++];
        }
        if (from === source.length) {
            if (hasMatch && literals < 5) throw refusal('Z51', 'The LZ4 block ends with fewer than five literals.');
            if (to !== size) throw broken();
            return target;
        }
        if (source.length - from < 2) throw broken();
        const offset = source[from] | source[from + 1] << 8;
        from += 2;
        if (offset === 0 || offset > to) throw refusal('Z49', 'An LZ4 match leads before the block.');
        if (to + 12 > size) throw refusal('Z52', 'An LZ4 match begins too near the end of the block.');
        const length = extended(token & 15) + 4;
        if (length > size - to) throw broken();
        if (offset >= length && length > FEW) {
            target.copyWithin(to, to - offset, to - offset + length);
        } else {
            for (let index = 0; index < length; index++) target[to + index] = target[to + index - offset];
        }
        to += length;
        hasMatch = true;
    }
}
