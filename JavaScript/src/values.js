/** What the elements of packed arrays are, by kind. */
export const PACKED = [
    ['bool', 1], ['i8', 1], ['u8', 1], ['i16', 2], ['u16', 2], ['i32', 4], ['u32', 4], ['i64', 8], ['u64', 8], ['i128', 16],
    ['u128', 16], ['float16', 2], ['float32', 4], ['float64', 8],
];
const INTEGERS = [[1, true], [2, true], [4, true], [8, true], [8, false], [16, true], [16, false]];
/** The bytes of the numbers with the tags from C3. */
export const NUMBER_WIDTHS = [1, 2, 4, 8, 8, 16, 16, 2, 4, 8];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * @typedef {object} Value A value of a record that has been checked. What is inside is read when it is asked for.
 * @property {'integer'|'string'|'float'|'constant'|'reference'|'conditional'|'sequence'|'map'|'packed'|'composite'|'some'
 *     |'typed'|'binary'} kind
 * @property {number} start The place of its tag.
 * @property {number} inside The place of what is inside.
 * @property {*} [value] The number, text, constant, or the id of a reference.
 * @property {number} [count] Of elements, pairs or bytes.
 * @property {number} [shape]
 * @property {boolean} [isOpen]
 * @property {number} [type] The number of a type.
 * @property {string} [element] What the elements of a packed array are, or the width of a floating point number.
 * @property {number} [width] Bytes of an element.
 */

/** Reads the values of a checked archive, each when it is asked for. */
export class ValueReader {
    /** @param {import('./archive.js').Archive} archive */
    constructor(archive) {
        this.archive = archive;
        this.bytes = archive.bytes;
        this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    }

    /** The value of a record. */
    record(record) {
        return this.read(this.archive.records.starts[record]);
    }

    varint(at) {
        let value = 0;
        let scale = 1;
        for (;;) {
            // The archive was sound when it was opened. A buffer that is transferred has no bytes any more.
            if (at >= this.bytes.length) {
                throw new TypeError('The buffer of the archive was transferred or changed after open().');
            }
            const byte = this.bytes[at++];
            value += (byte & 127) * scale;
            if (byte < 128) return [value, at];
            scale *= 128;
        }
    }

    text(at, size) {
        return decoder.decode(this.bytes.subarray(at, at + size));
    }

    integer(at, width, isSigned) {
        let value = 0n;
        for (let byte = width - 1; byte >= 0; byte--) value = value << 8n | BigInt(this.bytes[at + byte]);
        return isSigned ? BigInt.asIntN(8 * width, value) : value;
    }

    float(at, width) {
        if (width === 8) return this.view.getFloat64(at, true);
        if (width === 4) return this.view.getFloat32(at, true);
        const bits = this.view.getUint16(at, true);
        const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, bits >> 10 & 31, bits & 1023];
        if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
        return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
    }

    /**
     * The value whose tag is at a place.
     *
     * @param {number} start
     * @returns {Value}
     */
    read(start) {
        const { bytes } = this;
        const tag = bytes[start];
        const at = start + 1;
        const made = (kind, inside, more) => ({ kind, start, inside, ...more });
        if (tag < 0x40) return made('integer', at, { value: BigInt(tag) });
        if (tag < 0x60) return made('string', at, { value: this.text(at, tag - 0x40), count: tag - 0x40 });
        if (tag < 0x80) return made('composite', at, { shape: tag - 0x60, isOpen: false });
        if (tag < 0xA0) return made('reference', at, { value: (tag - 0x80) * 256 + bytes[at], count: 1 });
        if (tag < 0xC0) return made('reference', at, { value: (tag - 0xA0) * 65536 + this.view.getUint16(at, true), count: 2 });
        if (tag === 0xC0) return made('constant', at, { value: null });
        if (tag <= 0xC2) return made('constant', at, { value: tag === 0xC2 });
        if (tag <= 0xC9) {
            const [width, isSigned] = INTEGERS[tag - 0xC3];
            return made('integer', at, { value: this.integer(at, width, isSigned), width });
        }
        if (tag <= 0xCC) {
            const width = 2 << tag - 0xCA;
            return made('float', at, { value: this.float(at, width), element: `float${8 * width}`, width });
        }
        if (tag === 0xE0) return made('reference', at, { value: this.view.getUint32(at, true), count: 4 });
        if (tag === 0xE6) return made('some', at);
        const [number, inside] = this.varint(at);
        if (tag >= 0xD0 && tag <= 0xDD) {
            const [element, width] = PACKED[tag - 0xD0];
            return made('packed', inside, { count: number, element, width });
        }
        switch (tag) {
            case 0xCD: return made('string', inside, { value: this.text(inside, number), count: number });
            case 0xCE: return made('sequence', inside, { count: number });
            case 0xCF: return made('map', inside, { count: number });
            case 0xE1: return made('conditional', at, { value: number, count: inside - at });
            case 0xE7: return made('binary', inside, { count: number });
            case 0xE8: return made('typed', inside, { type: number });
            default: return made('composite', inside, { shape: number, isOpen: tag === 0xE3 });
        }
    }

    /** The place of the next tag: that of the first value inside of a value, or of whatever follows it. */
    next(start) {
        const tag = this.bytes[start];
        if (tag < 0x40 || tag >= 0x60 && tag < 0x80 || tag >= 0xC0 && tag <= 0xC2) return start + 1;
        if (tag < 0x60) return start + 1 + tag - 0x40;
        if (tag < 0xC0) return start + (tag < 0xA0 ? 2 : 3);
        if (tag <= 0xCC) return start + 1 + NUMBER_WIDTHS[tag - 0xC3];
        if (tag === 0xE0) return start + 5;
        if (tag === 0xE5 || tag === 0xE6 || tag === 0xE9) return start + 1;
        const [number, inside] = this.varint(start + 1);
        if (tag === 0xCD || tag === 0xE7) return inside + number;
        return tag >= 0xD0 && tag <= 0xDD ? inside + number * PACKED[tag - 0xD0][1] : inside;
    }

    /** The object that the value at a place refers to, -1 if the value is not a reference. */
    referenceAt(start) {
        const { bytes } = this;
        const tag = bytes[start];
        if (tag < 0x80 || tag >= 0xC0 && tag !== 0xE0 && tag !== 0xE1) return -1;
        if (tag < 0xA0) return (tag - 0x80) * 256 + bytes[start + 1];
        if (tag < 0xC0) return (tag - 0xA0) * 65536 + this.view.getUint16(start + 1, true);
        return tag === 0xE0 ? this.view.getUint32(start + 1, true) : this.varint(start + 1)[0];
    }

    /** Where the value ends whose tag is at a place. */
    endOf(start) {
        const { bytes } = this;
        const tag = bytes[start];
        if (tag < 0x40 || tag >= 0xC0 && tag <= 0xC2 || tag === 0xE9) return start + 1;
        if (tag < 0x60) return start + 1 + tag - 0x40;
        if (tag >= 0x80 && tag < 0xC0) return start + (tag < 0xA0 ? 2 : 3);
        if (tag >= 0xC3 && tag <= 0xCC) return start + 1 + NUMBER_WIDTHS[tag - 0xC3];
        if (tag === 0xE0) return start + 5;
        if (tag === 0xE6) return this.endOf(start + 1);
        let [number, at] = tag < 0x80 ? [tag - 0x60, start + 1] : this.varint(start + 1);
        if (tag === 0xE1) return at;
        if (tag === 0xCD || tag === 0xE7) return at + number;
        if (tag >= 0xD0 && tag <= 0xDD) return at + number * PACKED[tag - 0xD0][1];
        if (tag === 0xE8) return this.endOf(at);
        if (tag === 0xCE || tag === 0xCF) {
            for (let left = tag === 0xCE ? number : 2 * number; left > 0; left--) at = this.endOf(at);
            return at;
        }
        for (let left = this.archive.shapes[number].slots.length; left > 0; left--) at = this.endOf(at);
        if (tag !== 0xE3) return at;
        while (bytes[at] !== 0xE5) at = this.endOf(bytes[at] === 0xE4 ? this.varint(at + 1)[1] : at);
        return at + 1;
    }

    /**
     * The fields of a composite, without those that are marked as absent.
     *
     * @param {Value} composite
     * @returns {{key: number, at: number}[]} The number of each key, 0 for none, and the place of the value.
     */
    fields(composite) {
        const fields = [];
        this.eachField(composite.start, (key, at) => fields.push({ key, at }));
        return fields;
    }

    /**
     * Goes through the fields of a composite, without those that are marked as absent and without creating objects.
     *
     * @param {number} start The place of its tag.
     * @param {(key: number, at: number, end: number) => void} visit Gets the number of the key, 0 for none, and the value's place
     *     and end.
     */
    eachField(start, visit) {
        const { bytes } = this;
        const tag = bytes[start];
        let [number, at] = tag < 0x80 ? [tag - 0x60, start + 1] : this.varint(start + 1);
        for (const key of this.archive.shapes[number].slots) {
            const end = this.endOf(at);
            if (bytes[at] !== 0xE9) visit(key, at, end);
            at = end;
        }
        while (tag === 0xE3 && bytes[at] !== 0xE5) {
            let key = 0;
            if (bytes[at] === 0xE4) [key, at] = this.varint(at + 1);
            const end = this.endOf(at);
            visit(key, at, end);
            at = end;
        }
    }

    /**
     * Where the elements of a sequence begin, or the keys and values of a map in turn.
     *
     * @param {Value} collection
     * @returns {Uint32Array}
     */
    places(collection) {
        const places = new Uint32Array(collection.kind === 'map' ? 2 * collection.count : collection.count);
        let at = collection.inside;
        for (let index = 0; index < places.length; index++) {
            places[index] = at;
            at = this.endOf(at);
        }
        return places;
    }

    /** An element of a packed array: a boolean, a number or an integer. */
    element(packed, index) {
        const at = packed.inside + index * packed.width;
        if (packed.element === 'bool') return this.bytes[at] === 1;
        if (packed.element.startsWith('float')) return this.float(at, packed.width);
        return this.integer(at, packed.width, packed.element.startsWith('i'));
    }

    /** The bytes of a binary value, a packed array or a floating point number. */
    raw(value) {
        const size = value.kind === 'float' ? value.width : value.count * (value.width ?? 1);
        return this.bytes.subarray(value.inside, value.inside + size);
    }
}
