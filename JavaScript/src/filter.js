import { u32 } from './cursor.js';
import { PAIR, Places, SAME } from './filter-places.js';
import { FormReader, KIND, PACKED_KINDS, WIDTHS } from './filter-streams.js';

/** The kind of first elements that are rows. */
const ROWS = 11;
const SHORTEST_NUMBERED_STRING = 3;

/** The kind of the stream that a number of fixed width comes from, by its tag less `C3`. */
const NUMBER_KINDS = [3, 4, 5, 6, 6, 7, 7, 4, 5, 6];

/** Makes a block from its form, section 5 of `Docs/format-filter.md`. */
class Joiner {
    /**
     * @param {Uint8Array} form
     * @param {number} plainSize The number of bytes of the block.
     * @param {number} place Where the block begins in the file.
     */
    constructor(form, plainSize, place) {
        this.reader = new FormReader(form, place);
        this.block = new Uint8Array(plainSize);
        this.size = 0;
        this.places = new Places();
        this.used = 0;
        this.readForm(plainSize);
    }

    readForm(plainSize) {
        const { reader } = this;
        const headSize = reader.number(plainSize);
        this.firstKind = reader.u8();
        if (this.firstKind !== 0 && this.firstKind !== ROWS && (this.firstKind < KIND.text || this.firstKind > KIND.width16)) {
            throw reader.refusal('The block begins with elements of an unknown kind.');
        }
        this.firstColumns = this.firstKind === ROWS ? reader.columns(() => reader.u8(), reader.u8()) : null;
        const width = this.firstColumns === null ? WIDTHS[this.firstKind] : this.firstColumns.width;
        this.firstSize = this.firstKind === 0 ? 0 : reader.number(plainSize);
        this.nextID = reader.number(0xFFFFFFFF);
        this.varintSize = reader.number(plainSize);
        const tailSize = reader.number(plainSize);
        if (headSize + this.firstSize + this.varintSize + tailSize > plainSize
            || this.firstSize % width !== 0) {
            throw reader.refusal('The parts of the block are larger than the block.');
        }
        const entries = reader.entries(plainSize);
        this.append(reader.take(headSize), plainSize);
        this.streams = entries.map(({ kind }) => ({ kind, bytes: null, position: 0 }));
        for (let kind = 0; kind < WIDTHS.length; kind++) {
            entries.forEach((entry, index) => {
                if (entry.kind === kind) this.streams[index].bytes = reader.body(entry);
            });
        }
        this.tail = reader.take(tailSize);
        if (reader.position !== reader.form.length) throw reader.refusal('Bytes follow the form of the block.');
        this.limit = plainSize - tailSize - this.varintSize;
    }

    /** @returns {Uint8Array} The block. */
    join() {
        if (this.firstKind !== 0) {
            const field = this.places.field();
            if (this.firstColumns !== null) this.columns(field, this.firstColumns, this.firstSize);
            else if (this.firstSize > 0) this.move(field, this.firstKind, this.firstSize);
        }
        while (this.size < this.limit) this.value();
        if (this.varintSize > 0) this.varints();
        this.append(this.tail, this.block.length);
        if (this.used !== this.streams.length || this.streams.some(({ bytes, position }) => position !== bytes.length)) {
            throw this.reader.refusal('The form of the block has bytes that nothing asks for.');
        }
        return this.block;
    }

    /** The stream of a kind, and that it has some more bytes. */
    stream(field, kind, size) {
        let stream = field.streams[kind];
        if (stream === null) {
            stream = this.streams[this.used];
            if (stream === undefined || stream.kind !== kind) {
                throw this.reader.refusal('The block asks for a stream that it does not have.');
            }
            this.used++;
            field.streams[kind] = stream;
        }
        if (size > stream.bytes.length - stream.position) throw this.reader.refusal('A stream of the block is too short.');
        return stream;
    }

    append(bytes, limit) {
        if (bytes.length > limit - this.size) throw this.tooLong();
        this.block.set(bytes, this.size);
        this.size += bytes.length;
    }

    tooLong() {
        return this.reader.refusal('The form makes more than the block.');
    }

    put(byte) {
        if (this.size >= this.limit) throw this.tooLong();
        this.block[this.size++] = byte;
    }

    /** Takes bytes from a stream, and puts them into the block. */
    move(field, kind, size) {
        const stream = this.stream(field, kind, size);
        if (size > this.limit - this.size) throw this.tooLong();
        const { bytes } = stream;
        let from = stream.position;
        stream.position += size;
        // A call costs more than a few bytes.
        if (size > 32) {
            this.block.set(bytes.subarray(from, from + size), this.size);
            this.size += size;
        } else {
            while (from < stream.position) this.block[this.size++] = bytes[from++];
        }
    }

    /** A varint, which is put into the block. */
    count(field, tag) {
        let value = 0;
        let scale = 1;
        for (let index = 0; index < 9; index++) {
            const stream = this.stream(field, KIND.counts, 1);
            const byte = stream.bytes[stream.position++];
            this.put(byte);
            value += (byte & 127) * scale;
            if (byte >= 128) {
                scale *= 128;
                continue;
            }
            const hasLimit = tag !== 0xE1 && tag !== 0xE4 && tag !== 0xE8;
            if (hasLimit && value >= 2 ** 40 || tag === 0xCD && value >= 2 ** 31) break;
            return value;
        }
        throw this.reader.refusal('A count of the block is too large.');
    }

    value() {
        const { places } = this;
        const field = places.field();
        const tags = this.stream(field, KIND.tags, 1);
        const tag = tags.bytes[tags.position++];
        if (tag < 0x40 || tag >= 0xC0 && tag <= 0xC2 || tag === 0xE9) {
            this.put(tag);
            places.advance();
        } else if (tag < 0x60) {
            this.put(tag);
            this.text(field, this.size - 1, tag - 0x40);
        } else if (tag < 0x80) {
            this.put(tag);
            places.enterComposite(tag - 0x60);
        } else if (tag >= 0xC3 && tag <= 0xCC) {
            this.put(tag);
            const kind = NUMBER_KINDS[tag - 0xC3];
            this.move(field, kind, WIDTHS[kind]);
            places.advance();
        } else if (tag === 0xF0) {
            this.reference(this.nextID);
            this.nextID = this.nextID + 1 >>> 0;
        } else if (tag === 0xF1) {
            this.reference(this.element(field, KIND.references));
        } else if (tag === 0xF2) {
            this.repeat(field);
        } else if (tag === 0xF3) {
            this.rows(field);
        } else if (tag === 0xE5 || tag === 0xE6) {
            this.put(tag);
        } else {
            this.valueWithCount(field, tag);
        }
    }

    valueWithCount(field, tag) {
        const { places } = this;
        if (!(tag >= 0xCD && tag <= 0xDD || tag >= 0xE1 && tag <= 0xE4 || tag === 0xE7 || tag === 0xE8)) {
            throw this.reader.refusal('The block has a tag that does not exist.');
        }
        const start = this.size;
        this.put(tag);
        const count = this.count(field, tag);
        if (tag === 0xCD) {
            this.text(field, start, count);
        } else if (tag === 0xCE) {
            places.enterSequence(field, count, SAME);
        } else if (tag === 0xCF) {
            places.enterSequence(field, 2 * count, PAIR);
        } else if (tag <= 0xDD || tag === 0xE7) {
            const kind = tag === 0xE7 ? KIND.bytes : PACKED_KINDS[tag - 0xD0];
            const width = WIDTHS[kind];
            const present = Math.min(count, Math.floor((this.limit - this.size) / width));
            if (present > 0) this.move(field, kind, present * width);
            places.advance();
        } else if (tag === 0xE1) {
            if (count === this.nextID) this.nextID = this.nextID + 1 >>> 0;
            places.advance();
        } else if (tag === 0xE2 || tag === 0xE3) {
            places.enterComposite(count);
        }
    }

    /** A binary value that consists of rows, section 7. */
    rows(field) {
        this.put(0xE7);
        const count = this.count(field, 0xE7);
        const start = this.size;
        const next = () => {
            const stream = this.stream(field, KIND.bytes, 1);
            const byte = stream.bytes[stream.position++];
            this.put(byte);
            return byte;
        };
        const first = next();
        const columns = this.reader.columns(next, first === 0 ? next() : first);
        const size = count - (this.size - start);
        if (size < 0 || size % columns.width !== 0) throw this.reader.refusal('The rows of a value do not fit its size.');
        this.columns(field, columns, Math.min(size, this.limit - this.size));
        this.places.advance();
    }

    /** Puts as many whole rows as `size` has room for, column by column. */
    columns(field, { kinds, width }, size) {
        const count = Math.floor(size / width);
        if (count === 0) return;
        if (count * width > this.limit - this.size) throw this.tooLong();
        const slot = this.places.elementSlot(field);
        let start = this.size;
        kinds.forEach((kind, index) => {
            const columnWidth = WIDTHS[kind];
            const stream = this.stream(this.places.fieldAt(slot, index), kind, count * columnWidth);
            const { bytes } = stream;
            let from = stream.position;
            for (let at = start; from < stream.position + count * columnWidth; at += width) {
                for (let byte = 0; byte < columnWidth; byte++) this.block[at + byte] = bytes[from++];
            }
            stream.position = from;
            start += columnWidth;
        });
        this.size += count * width;
    }

    /** The text of a string that began at `start`, as far as it fits. */
    text(field, start, size) {
        const present = Math.min(size, this.limit - this.size);
        if (present > 0) this.move(field, KIND.text, present);
        if (present === size && size >= SHORTEST_NUMBERED_STRING) field.strings.push(start, this.size);
        this.places.advance();
    }

    repeat(field) {
        const number = 2 * this.element(field, KIND.repeats);
        if (number >= field.strings.length) throw this.reader.refusal('The block repeats a string that it does not have.');
        const { block } = this;
        let from = field.strings[number];
        const end = field.strings[number + 1];
        if (end - from > this.limit - this.size) throw this.tooLong();
        while (from < end) block[this.size++] = block[from++];
        this.places.advance();
    }

    /** A number of four bytes. */
    element(field, kind) {
        const stream = this.stream(field, kind, 4);
        stream.position += 4;
        return u32(stream.bytes, stream.position - 4);
    }

    /** A reference in its shortest form. */
    reference(id) {
        if (id < 0x2000) {
            this.put(0x80 | id >> 8);
            this.put(id & 255);
        } else if (id < 0x200000) {
            this.put(0xA0 | id >> 16);
            this.put(id & 255);
            this.put(id >> 8 & 255);
        } else {
            this.put(0xE0);
            for (let shift = 0; shift < 32; shift += 8) this.put(id >>> shift & 255);
        }
        this.places.advance();
    }

    /** The varints of the record table, section 6. */
    varints() {
        this.limit += this.varintSize;
        const field = this.places.field();
        const element = () => {
            const stream = this.stream(field, KIND.varints, 2);
            stream.position += 2;
            return stream.bytes[stream.position - 2] | stream.bytes[stream.position - 1] << 8;
        };
        while (this.size < this.limit) {
            let value = element();
            if (value >= 0x4000) {
                const low = element();
                if (value === 0x4000 || value >= 0x8000 || low >= 0x4000) {
                    throw this.reader.refusal('A varint of the block is not in its shortest form.');
                }
                value = (value & 0x3FFF) << 14 | low;
            }
            for (; value > 127; value >>= 7) this.put(value & 127 | 128);
            this.put(value);
        }
    }
}

/**
 * Makes a filtered block.
 *
 * @param {Uint8Array} form
 * @param {number} plainSize The number of bytes that it must make.
 * @param {number} place Where the block begins in the file.
 * @returns {Uint8Array}
 */
export function joinBlock(form, plainSize, place) {
    return new Joiner(form, plainSize, place).join();
}
