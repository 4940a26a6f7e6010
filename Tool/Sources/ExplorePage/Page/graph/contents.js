/**
 * Hashes what values contain, each to two numbers of 32 bits: equal contents have equal hashes, and others hardly ever do.
 *
 * The form of a composite does not count, nor does the order of its fields with keys, and of the pairs of a dictionary.
 */
export class ContentHasher {
    /**
     * @param {import('./graph.js').Graph} graph
     * @param {ArrayLike<number>} keys What each key counts as. Numbers of keys and types differ between archives.
     * @param {ArrayLike<number>} types What each type counts as.
     * @param {number} start A number that an archive cannot know, so that it cannot make hashes equal.
     */
    constructor({ archive, values }, keys, types, start) {
        Object.assign(this, { archive, values, keys, types, start });
        this.restart();
    }

    restart() {
        [this.hash, this.other] = [this.start, ~this.start];
    }

    /**
     * Hashes the value at a place.
     *
     * @param {number} at
     * @param {(id: number, isConditional: boolean) => void} addReference Adds what a reference leads to.
     */
    hashValue(at, addReference) {
        this.addReference = addReference;
        this.restart();
        this.value(at);
    }

    /** Adds a number, by the finalizer of MurmurHash3. */
    add(number) {
        this.hash = mixed(this.hash ^ number);
        this.other = mixed(this.other ^ number ^ 0x5BD1E995);
    }

    /** Adds the value at a place. Returns where it ends, as do those below. */
    value(at) {
        const { archive: { bytes }, values } = this;
        const tag = bytes[at];
        const id = values.referenceAt(at);
        if (id >= 0) this.addReference(id, tag === 0xE1);
        else if (tag >= 0x60 && tag < 0x80) return this.composite(tag - 0x60, at + 1, false);
        else if (tag === 0xE2 || tag === 0xE3) return this.composite(...values.varint(at + 1), tag === 0xE3);
        else if (tag === 0xE8) return this.typed(...values.varint(at + 1));
        else this.addBytes(at, values.next(at));
        const inside = values.next(at);
        if (tag === 0xE6) return this.value(inside);
        if (tag === 0xCE) return this.sequence(values.varint(at + 1)[0], inside);
        return tag === 0xCF ? this.map(values.varint(at + 1)[0], inside) : inside;
    }

    addBytes(start, end) {
        const { archive: { bytes }, values: { view } } = this;
        let at = start;
        for (; end - at >= 4; at += 4) this.add(view.getUint32(at, true));
        for (; at < end; at++) this.add(bytes[at]);
    }

    typed(type, at) {
        this.add(0xE8);
        this.add(this.types[type]);
        return this.value(at);
    }

    sequence(count, at) {
        for (let left = count; left > 0; left--) at = this.value(at);
        return at;
    }

    map(count, at) {
        return this.unordered((pair) => {
            for (let left = count; left > 0; left--) at = pair(0, at, 2);
            return at;
        });
    }

    composite(shape, at, isOpen) {
        const { archive: { bytes, shapes }, keys } = this;
        this.add(0x60);
        this.add(this.types[shapes[shape].type]);
        return this.unordered((field) => {
            let unkeyed = 0;
            const add = (key) => field(key === 0 ? unkeyed++ : keys[key], at, 1);
            for (const key of shapes[shape].slots) at = bytes[at] === 0xE9 ? at + 1 : add(key);
            while (isOpen && bytes[at] !== 0xE5) {
                let key = 0;
                if (bytes[at] === 0xE4) [key, at] = this.values.varint(at + 1);
                at = add(key);
            }
            return isOpen ? at + 1 : at;
        });
    }

    /**
     * Adds the sum of parts that are hashed on their own, so that their order does not count.
     *
     * @param {(part: (first: number, at: number, count: number) => number) => number} visit Calls a function for each part, with
     *     a number that is hashed first, and with the place and the number of its values.
     */
    unordered(visit) {
        const outer = [this.hash, this.other];
        let [sum, otherSum] = [0, 0];
        const end = visit((first, at, count) => {
            this.restart();
            this.add(first);
            at = this.sequence(count, at);
            [sum, otherSum] = [sum + this.hash | 0, otherSum + this.other | 0];
            return at;
        });
        [this.hash, this.other] = outer;
        this.add(sum);
        this.add(otherSum);
        return end;
    }
}

function mixed(number) {
    number = Math.imul(number ^ number >>> 16, 0x85EBCA6B);
    number = Math.imul(number ^ number >>> 13, 0xC2B2AE35);
    return (number ^ number >>> 16) >>> 0;
}
