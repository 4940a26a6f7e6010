import { Refusal } from './refusal.js';

const TOO_MANY = 'The deflate stream makes more bytes than it should.';
const TOO_FEW = 'The deflate stream makes fewer bytes than it should.';
const BROKEN = 'The deflate stream is broken.';

/**
 * Decompresses one raw deflate stream with the decompressor of the browser or of Node.
 *
 * They do not say which rule of RFC 1951 a stream breaks, or whether bytes follow it, so all of that is Z24 here.
 *
 * @param {Uint8Array} source The compressed block, all of it.
 * @param {number} size The number of bytes that it must make.
 * @param {number} place Where the block begins in the file.
 * @returns {Promise<Uint8Array>}
 */
export async function inflate(source, size, place) {
    const refusal = (message) => new Refusal('Z24', place, message);
    if (typeof process === 'object' && process.versions?.node !== undefined) return inflateInNode(source, size, refusal);
    const target = new Uint8Array(size);
    let count = 0;
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
            if (value.length > size - count) throw refusal(TOO_MANY);
            target.set(value, count);
            count += value.length;
        }
    } catch (error) {
        reader.cancel().catch(() => {});
        if (error instanceof Refusal) throw error;
        throw refusal(BROKEN);
    }
    if (count !== size) throw refusal(TOO_FEW);
    return target;
}

/** Versions of Node whose stream has no raw deflate have zlib itself. */
async function inflateInNode(source, size, refusal) {
    // The name is none that bundlers for browsers could look for, and fail to find.
    const zlib = await import(/* webpackIgnore: true */ /* @vite-ignore */ ['node', 'zlib'].join(':'));
    let result;
    try {
        result = zlib.inflateRawSync(source, { info: true, maxOutputLength: size });
    } catch (error) {
        throw refusal(error.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_MANY : BROKEN);
    }
    const { buffer, engine } = result;
    // Bytes behind the end of the stream are not an error to zlib.
    if (engine.bytesWritten !== source.length) throw refusal(BROKEN);
    if (buffer.length !== size) throw refusal(TOO_FEW);
    return new Uint8Array(buffer.buffer, buffer.byteOffset, size);
}
