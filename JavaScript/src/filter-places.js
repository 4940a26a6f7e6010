const PLACES_OF_SLOT = 64;
const MAX_SLOTS = 256;
const MAX_FIELDS = 4096;
const MAX_SHAPES = 1024;
const MAX_DEPTH = 16;

export const NEXT = 0;
export const SAME = 1;
export const PAIR = 2;

/** What is known of one field: the streams that its values come from, and the strings that it has numbered. */
class Field {
    constructor() {
        /** The slot of its elements; 0 when there is none. */
        this.slot = 0;
        this.streams = new Array(11).fill(null);
        this.strings = [];
    }
}

/** Follows the fields from value to value, section 4 of `Docs/format-filter.md`. */
export class Places {
    constructor() {
        this.slots = [[]];
        this.shapes = new Uint16Array(MAX_SHAPES);
        this.fieldCount = 1;
        this.rest = new Field();
        this.slot = 0;
        this.index = 0;
        this.step = SAME;
        this.left = Infinity;
        this.frames = [];
    }

    /** The field of the next value. */
    field() {
        return this.fieldAt(this.slot, this.index);
    }

    /** The field at an index of a slot. */
    fieldAt(number, index) {
        const slot = this.slots[number];
        const known = slot[index];
        if (known !== undefined) return known;
        if (this.fieldCount === MAX_FIELDS) return this.rest;
        this.fieldCount++;
        while (slot.length <= index) slot.push(undefined);
        return slot[index] = new Field();
    }

    newSlot() {
        if (this.slots.length === MAX_SLOTS) return 0;
        this.slots.push([]);
        return this.slots.length - 1;
    }

    advance() {
        if (this.step === NEXT) {
            if (this.index < PLACES_OF_SLOT - 1) this.index++;
            return;
        }
        if (this.step === PAIR) this.index ^= 1;
        if (--this.left > 0) return;
        const frame = this.frames.pop();
        this.slot = frame.slot;
        this.index = frame.index;
        this.step = frame.step;
        this.left = frame.left;
    }

    enterComposite(shape) {
        const number = Math.min(shape, MAX_SHAPES - 1);
        if (this.shapes[number] === 0) this.shapes[number] = this.newSlot();
        this.slot = this.shapes[number];
        this.index = 0;
        this.step = NEXT;
        if (this.frames.length > 0) this.frames.length = 0;
    }

    enterSequence(field, count, step) {
        const slot = this.elementSlot(field);
        this.advance();
        if (count === 0 || this.frames.length === MAX_DEPTH) return;
        this.frames.push({ slot: this.slot, index: this.index, step: this.step, left: this.left });
        this.slot = slot;
        this.index = 0;
        this.step = step;
        this.left = count;
    }

    /** The slot of a field's elements. */
    elementSlot(field) {
        if (field.slot === 0) field.slot = this.newSlot();
        return field.slot;
    }
}
