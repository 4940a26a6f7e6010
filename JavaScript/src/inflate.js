import { Refusal } from './refusal.js';

/**
 * Decompresses one raw deflate stream with the browser's own decompressor.
 *
 * The browser does not say which rule of RFC 1951 a stream breaks, or whether bytes follow it, so all of that is Z24 here.
 *
 * @param {Uint8Array} source The compressed block, all of it.
 * @param {number} size The number of bytes that it must make.
 * @param {number} place Where the block begins in the file.
 * @returns {Promise<Uint8Array>}
 */
export async function inflate(source, size, place) {
    const target = new Uint8Array(size);
    let count = 0;
    const refusal = (message) => new Refusal('Z24', place, message);
    const stream = new DecompressionStream('deflate-raw');
    const writer = stream.writable.getWriter();
    // The reading below fails with the same error.
    writer.write(source).catch(() => {});
    writer.close().catch(() => {});
    const reader = stream.readable.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            // It is stopped as soon as it makes too much, so that a bomb stays small.
            if (value.length > size - count) throw refusal('The deflate stream makes more bytes than it should.');
            target.set(value, count);
            count += value.length;
        }
    } catch (error) {
        reader.cancel().catch(() => {});
        if (error instanceof Refusal) throw error;
        throw refusal('The deflate stream is broken.');
    }
    if (count !== size) throw refusal('The deflate stream makes fewer bytes than it should.');
    return target;
}
