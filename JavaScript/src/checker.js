import { Cursor, u32 } from './cursor.js';
import { Numbers } from './numbers.js';
import { isUTF8 } from './utf8.js';
import { NUMBER_WIDTHS, PACKED } from './values.js';

const PACKED_WIDTHS = PACKED.map(([, width]) => width);
const NOTHING = -1;

/** Marks a reference in `targets` as a conditional one. */
export const CONDITIONAL = 0x80000000;

/**
 * Checks every value of every record, rules R32 to R47 and R63 of `Docs/format-graph.md`, and on the way notes what the views
 * need, so that the records are gone through only once.
 */
export class Checker extends Cursor {
    /** @param {import('./archive.js').Archive} archive */
    constructor(archive) {
        super(archive.bytes, 0, 0);
        this.archive = archive;
        this.maximumDepth = archive.policy.maximumDepth;
        this.maximumElementCount = archive.policy.maximumElementCount;
        /** What each record refers to: the numbers of records, some with CONDITIONAL. */
        this.targets = new Numbers();
        this.firstTargets = new Uint32Array(archive.records.count + 1);
        /** The place and the size of every string, in turn. */
        this.strings = new Numbers();
        /** The place and the shape of every composite, in turn. */
        this.composites = new Numbers();
        /** The place and the key of every item with a key, in turn. */
        this.items = new Numbers();
        this.missing = 0;
    }

    /**
     * Checks one record.
     *
     * @param {number} record Its number. All records before it must have been checked.
     */
    check(record) {
        const { starts, ids } = this.archive.records;
        this.position = starts[record];
        this.end = starts[record + 1];
        const tag = this.bytes[this.position];
        const isReference = tag >= 0x80 && tag <= 0xC0 || tag === 0xE0 || tag === 0xE1;
        if (ids[record] !== 0 && (isReference || tag === 0xE6 || tag === 0xE8)) {
            throw this.refusal('R34', `The record of object ${ids[record]} begins with a value that is no object.`);
        }
        this.value(0, NOTHING);
        if (this.position !== this.end) throw this.refusal('R33', `The record of object ${ids[record]} has more than a value.`);
        this.firstTargets[record + 1] = this.targets.length;
    }

    /** Checks how many composites of each type the archive claims. All records must have been checked. */
    checkCounts() {
        const { types, shapes } = this.archive;
        const counts = new Array(types.length).fill(0);
        const { array, length } = this.composites;
        for (let index = 1; index < length; index += 2) counts[shapes[array[index]].type]++;
        types.forEach((type, number) => {
            if (type.count !== BigInt(counts[number])) {
                throw this.refusal(
                    'R30', `It claims ${type.count} values of type ${type.readableName}, and has ${counts[number]}.`,
                    type.countPlace);
            }
        });
    }

    need(size) {
        if (size > this.end - this.position) throw this.refusal('R4', 'A value is longer than its record.');
    }

    u8() {
        this.need(1);
        return this.bytes[this.position++];
    }

    skip(size) {
        this.need(size);
        this.position += size;
    }

    elementCount(least) {
        const count = this.count('values', least);
        if (count > this.maximumElementCount) {
            throw this.refusal('limit', `A collection has ${count.toLocaleString('en')} elements, more than the `
                + `${this.maximumElementCount.toLocaleString('en')} that maximumElementCount allows.`);
        }
        return count;
    }

    text(size) {
        this.need(size);
        if (!isUTF8(this.bytes, this.position, this.position + size)) throw this.refusal('R3', 'A string is not valid UTF-8.');
        this.strings.push(this.position);
        this.strings.push(size);
        this.position += size;
    }

    deeper(depth) {
        if (depth === this.maximumDepth) throw this.refusal('R35', `Values are nested deeper than ${this.maximumDepth}.`);
        return depth + 1;
    }

    /** One value, at a depth, directly behind the type `typed` of an `E8` or NOTHING. */
    value(depth, typed) {
        const tag = this.u8();
        if (tag < 0x40) return;
        if (tag < 0x60) this.text(tag - 0x40);
        else if (tag < 0x80) this.composite(tag - 0x60, false, this.position - 1, depth, typed);
        else if (tag < 0xC0) this.shortReference(tag);
        else if (tag <= 0xC2) return;
        else if (tag <= 0xCC) this.skip(NUMBER_WIDTHS[tag - 0xC3]);
        else if (tag >= 0xD0 && tag <= 0xDD) this.packed(tag - 0xD0);
        else this.otherValue(tag, depth, typed);
    }

    otherValue(tag, depth, typed) {
        const start = this.position - 1;
        switch (tag) {
            case 0xCD: this.text(this.varint()); break;
            case 0xCE: this.values(this.elementCount(1), this.deeper(depth)); break;
            case 0xCF: this.values(2 * this.elementCount(2), this.deeper(depth)); break;
            case 0xE0:
                this.skip(4);
                this.reference(u32(this.bytes, this.position - 4), 0);
                break;
            case 0xE1: this.reference(this.varint(), CONDITIONAL); break;
            case 0xE2: case 0xE3: this.composite(this.varint(), tag === 0xE3, start, depth, typed); break;
            case 0xE4: throw this.refusal('R38', 'A key is not allowed there.', start);
            case 0xE5: throw this.refusal('R39', 'A composite ends that did not begin.', start);
            case 0xE6: this.value(this.deeper(depth), NOTHING); break;
            case 0xE7: this.skip(this.varint()); break;
            case 0xE8: this.typed(depth, typed); break;
            case 0xE9: throw this.refusal('R63', 'The mark of an absent key stands where a value must be.', start);
            default: throw this.refusal('R32', `The tag ${tag.toString(16).toUpperCase()} does not exist.`, start);
        }
    }

    values(count, depth) {
        for (let left = count; left > 0; left--) this.value(depth, NOTHING);
    }

    shortReference(tag) {
        const { bytes } = this;
        if (tag < 0xA0) {
            this.reference((tag - 0x80) * 256 + this.u8(), 0);
        } else {
            this.skip(2);
            this.reference((tag - 0xA0) * 65536 + bytes[this.position - 2] + bytes[this.position - 1] * 256, 0);
        }
    }

    reference(id, mark) {
        const { recordOfID } = this.archive.records;
        if (id < 1 || id >= recordOfID.length) throw this.refusal('R42', `A reference leads to ${id}, which is no object.`);
        const record = recordOfID[id];
        if (record >= 0) {
            this.targets.push((record | mark) >>> 0);
        } else if (mark === 0) {
            throw this.refusal('R43', `A reference refers to object ${id}, which is not in the archive.`);
        } else {
            this.missing++;
        }
    }

    packed(kind) {
        const width = PACKED_WIDTHS[kind];
        const size = this.elementCount(width) * width;
        if (kind === 0) {
            for (let at = this.position; at < this.position + size; at++) {
                if (this.bytes[at] > 1) throw this.refusal('R36', 'A boolean is neither 0 nor 1.', at);
            }
        }
        this.position += size;
    }

    typed(depth, outer) {
        const number = this.varint();
        const type = this.archive.types[number];
        if (type === undefined) throw this.refusal('R44', 'A value has a type that does not exist.');
        if (type.name === null) throw this.refusal('R45', 'A value has a type without a name.');
        if (outer !== NOTHING) throw this.refusal('R46', 'A value has two types.');
        this.value(this.deeper(depth), number);
    }

    composite(number, isOpen, start, depth, typed) {
        const shape = this.archive.shapes[number];
        if (shape === undefined) throw this.refusal('R37', 'A composite has a shape that does not exist.');
        if (typed !== NOTHING && shape.type !== typed) throw this.refusal('R47', 'A composite is not of the type before it.');
        const inner = this.deeper(depth);
        this.composites.push(start);
        this.composites.push(number);
        const { bytes } = this;
        const { slots } = shape;
        for (let slot = 0; slot < slots.length; slot++) {
            if (slots[slot] !== 0 && bytes[this.position] === 0xE9 && this.position < this.end) this.position++;
            else this.value(inner, NOTHING);
        }
        if (isOpen) this.openItems(slots, inner);
    }

    openItems(slots, depth) {
        let known = null;
        for (;;) {
            if (this.position === this.end) throw this.refusal('R39', 'An open composite has no end.');
            const tag = this.bytes[this.position];
            if (tag === 0xE5) break;
            if (tag === 0xE4) {
                const start = this.position++;
                const key = this.varint();
                if (key < 1 || key >= this.archive.keys.length) throw this.refusal('R40', 'A key does not exist.', start);
                known ??= new Set(slots);
                if (known.has(key)) throw this.refusal('R41', 'A key stands in a composite twice.', start);
                known.add(key);
                this.items.push(start);
                this.items.push(key);
            }
            this.value(depth, NOTHING);
        }
        this.position++;
    }
}
