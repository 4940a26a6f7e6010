import { Refusal } from './refusal.js';

/** The kinds of streams, section 2 of `Docs/format-filter.md`. */
export const KIND = {
    tags: 0, counts: 1, text: 2, bytes: 3, width2: 4, width4: 5, width8: 6, width16: 7, references: 8, repeats: 9, varints: 10,
};
export const WIDTHS = [1, 1, 1, 1, 2, 4, 8, 16, 4, 4, 2];
/** The kind of the stream of a packed array's elements, by the kind of these. */
export const PACKED_KINDS = [3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 4, 5, 6];

const CONSTANT = 1;
const PLANES = 2;
const DIFFERENCES = 3;
const DECIMAL = 4;
const DECIMAL_DIFFERENCES = 5;
const LARGEST_EXPONENT = 15;
// Each of 4,096 fields has at most one stream of each kind.
const MOST_STREAMS = 4096 * WIDTHS.length;
const LARGEST_INTEGER = 2 ** 53;
const MOST_COLUMNS = 64;

/** Reads the header and the bodies of the form of a filtered block. */
export class FormReader {
    /**
     * @param {Uint8Array} form
     * @param {number} place Where the block begins in the file.
     */
    constructor(form, place) {
        this.form = form;
        this.place = place;
        this.position = 0;
    }

    refusal(message) {
        return new Refusal('Z56', this.place, message);
    }

    u8() {
        if (this.position >= this.form.length) throw this.refusal('The form of the block ends too early.');
        return this.form[this.position++];
    }

    /** A varint of at most five bytes, which must not be larger than `limit`. */
    number(limit) {
        let value = 0;
        for (let index = 0; index < 5; index++) {
            const byte = this.u8();
            value += (byte & 127) * 2 ** (7 * index);
            if (byte < 128) {
                if (value > limit || byte === 0 && index > 0) break;
                return value;
            }
        }
        throw this.refusal('A number in the form of the block is too large, or not in its shortest form.');
    }

    take(size) {
        if (size > this.form.length - this.position) throw this.refusal('The form of the block ends too early.');
        this.position += size;
        return this.form.subarray(this.position - size, this.position);
    }

    /**
     * The columns of rows, section 7.
     *
     * @param {() => number} next Gives the next byte of the layout.
     * @param {number} byte The first one.
     * @returns {{ kinds: number[], width: number }} The kind of the stream of each column, and the bytes of a row.
     */
    columns(next, byte) {
        const kinds = [];
        for (;; byte = next()) {
            const kind = (byte & 15) === 0 ? undefined : PACKED_KINDS[byte & 15];
            const count = (byte >> 4 & 7) + 1;
            if (kind === undefined || kinds.length + count > MOST_COLUMNS) {
                throw this.refusal('The layout of rows has an unknown kind or too many columns.');
            }
            for (let index = 0; index < count; index++) kinds.push(kind);
            if (byte < 128) return { kinds, width: kinds.reduce((sum, kind) => sum + WIDTHS[kind], 0) };
        }
    }

    /** What the header says of each stream. */
    entries(plainSize) {
        const count = this.number(MOST_STREAMS);
        if (3 * count > this.form.length - this.position) throw this.refusal('The block has more streams than bytes for them.');
        const limit = Math.floor(plainSize * 5 / 2);
        const entries = [];
        let total = 0;
        for (let index = 0; index < count; index++) {
            const byte = this.u8();
            const [kind, coding] = [byte & 15, byte >> 4];
            const width = WIDTHS[kind];
            if (width === undefined || coding > DECIMAL_DIFFERENCES
                || coding >= PLANES && width === 1 && !(coding === DIFFERENCES && kind === KIND.bytes)
                || coding >= DECIMAL && kind !== KIND.width8) {
                throw this.refusal('A stream of the block has a kind or a coding that it cannot have.');
            }
            const elements = this.number(limit);
            total += elements * width;
            if (elements === 0 || total > limit) throw this.refusal('The streams of the block are empty or too long.');
            const constantPlanes = coding >= PLANES ? this.number(2 ** width - 1) : 0;
            const exponent = coding >= DECIMAL ? this.number(LARGEST_EXPONENT) : 0;
            const exceptions = coding >= DECIMAL ? this.number(elements) : 0;
            entries.push({ kind, coding, width, count: elements, constantPlanes, exponent, exceptions });
        }
        return entries;
    }

    /** The elements of a stream, section 3. */
    body(entry) {
        const { coding, width, count } = entry;
        if (coding < CONSTANT) return this.take(count * width);
        const elements = new Uint8Array(count * width);
        if (coding === CONSTANT) {
            const element = this.take(width);
            for (let at = 0; at < elements.length; at++) elements[at] = element[at % width];
            return elements;
        }
        const exceptions = this.take(12 * entry.exceptions);
        for (let plane = 0; plane < width; plane++) {
            const isConstant = entry.constantPlanes >> plane & 1;
            const bytes = this.take(isConstant ? 1 : count);
            if (isConstant && bytes[0] === 0) continue;
            for (let index = 0, at = plane; index < count; index++, at += width) elements[at] = bytes[isConstant ? 0 : index];
        }
        if (coding === DIFFERENCES || coding === DECIMAL_DIFFERENCES) addUp(elements, width);
        if (coding >= DECIMAL) this.makeDecimals(elements, entry, exceptions);
        return elements;
    }

    makeDecimals(elements, entry, exceptions) {
        const view = new DataView(elements.buffer);
        const power = 10 ** entry.exponent;
        for (let at = 0; at < elements.length; at += 8) {
            const integer = view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true);
            // Beyond 2^53 the sum is rounded, but never to less.
            if (Math.abs(integer) > LARGEST_INTEGER || Math.abs(integer) === LARGEST_INTEGER && view.getUint32(at, true) !== 0) {
                throw this.refusal('A decimal number of the block is too large.');
            }
            view.setFloat64(at, integer / power, true);
        }
        const places = new DataView(exceptions.buffer, exceptions.byteOffset);
        for (let at = 0, least = 0; at < exceptions.length; at += 12) {
            const place = places.getUint32(at, true);
            if (place < least || place >= entry.count) {
                throw this.refusal('An exception stands behind its stream or the next exception.');
            }
            least = place + 1;
            elements.set(exceptions.subarray(at + 4, at + 12), 8 * place);
        }
    }
}

/** Makes elements from differences, modulo their width. */
function addUp(elements, width) {
    for (let at = width; at < elements.length; at += width) {
        let carry = 0;
        for (let byte = 0; byte < width; byte++) {
            carry += elements[at + byte] + elements[at + byte - width];
            elements[at + byte] = carry;
            carry >>= 8;
        }
    }
}
