import { Refusal } from './refusal.js';

/**
 * Where an archive is.
 *
 * @typedef {ArrayBuffer|ArrayBufferView} Chunk
 * @typedef {ArrayBuffer|ArrayBufferView|Blob|ReadableStream<Chunk>|AsyncIterable<Chunk>} Source
 */

/**
 * All bytes of an archive.
 *
 * @param {Source} source
 * @param {number} limit How many bytes it may have: more than any sound archive within the policy.
 * @returns {Promise<Uint8Array>}
 * @throws {Refusal} when it has more.
 * @throws {TypeError} when it, or one of its chunks, is something else.
 */
export async function bytesOf(source, limit) {
    const view = viewOf(source);
    if (view !== null) return checked(view, limit);
    if (source instanceof Blob) {
        if (source.size > limit) throw tooLarge(limit);
        return new Uint8Array(await source.arrayBuffer());
    }
    if (source?.[Symbol.asyncIterator] !== undefined) return joined(source, limit);
    if (source instanceof ReadableStream) return joined(chunksOf(source), limit);
    throw new TypeError('An archive is an ArrayBuffer, a view of one, a Blob, a stream or an asynchronous sequence of bytes.');
}

/** The bytes of a buffer or of a view of one, else null. */
function viewOf(buffer) {
    if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer);
    return ArrayBuffer.isView(buffer) ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : null;
}

/** The chunks of a stream, for browsers whose streams are no sequences. */
async function* chunksOf(stream) {
    const reader = stream.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield value;
        }
    } finally {
        await reader.cancel();
    }
}

async function joined(chunks, limit) {
    const pieces = [];
    let size = 0;
    for await (const chunk of chunks) {
        const piece = viewOf(chunk);
        if (piece === null) throw new TypeError('The chunks of an archive are ArrayBuffers or views of one.');
        size += piece.length;
        if (size > limit) throw tooLarge(limit);
        pieces.push(piece);
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return bytes;
}

function checked(bytes, limit) {
    if (bytes.length > limit) throw tooLarge(limit);
    return bytes;
}

function tooLarge(limit) {
    return new Refusal('limit', 0, `It has more than ${limit.toLocaleString('en')} bytes.`);
}
