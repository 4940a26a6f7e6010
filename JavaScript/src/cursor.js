import { Refusal } from './refusal.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the tables or the values of an archive, and never past their end. */
export class Cursor {
    /**
     * @param {Uint8Array} bytes The whole archive.
     * @param {number} position Where to begin.
     * @param {number} end Where the table or the record ends.
     */
    constructor(bytes, position, end) {
        this.bytes = bytes;
        this.position = position;
        this.end = end;
    }

    get left() {
        return this.end - this.position;
    }

    /** @returns {Refusal} */
    refusal(rule, message, place = this.position) {
        return new Refusal(rule, place, message);
    }

    /**
     * The refusal of what is beyond a limit of the policy.
     *
     * @param {string} what
     * @param {number} count
     * @param {string} name The name of the limit.
     * @param {number} limit
     */
    tooMany(what, count, name, limit) {
        const [actual, allowed] = [count.toLocaleString('en'), limit.toLocaleString('en')];
        return this.refusal('limit', `It has ${actual} ${what}, more than the ${allowed} that ${name} allows.`);
    }

    /** The next bytes, which are not copied. */
    take(size) {
        if (size > this.left) throw this.refusal('R4', 'Bytes are longer than their table.');
        this.position += size;
        return this.bytes.subarray(this.position - size, this.position);
    }

    u8() {
        if (this.position >= this.end) throw this.refusal('R4', 'A table ends in the middle of an entry.');
        return this.bytes[this.position++];
    }

    /**
     * A varint. Beyond 2^53 the result is not exact, but larger than every limit it is compared with.
     *
     * @returns {number}
     */
    varint() {
        let value = 0;
        let scale = 1;
        for (let index = 0; ; index++) {
            const byte = this.u8();
            if (index === 9 && byte !== 1) {
                if (byte === 0) throw this.refusal('R2', 'A number is not in its shortest form.');
                throw this.refusal('R1', 'A number does not fit into 64 bits.');
            }
            value += (byte & 127) * scale;
            if (byte < 128) {
                if (byte === 0 && index > 0) throw this.refusal('R2', 'A number is not in its shortest form.');
                return value;
            }
            scale *= 128;
        }
    }

    /** A varint of any size, exactly. */
    exactVarint() {
        const start = this.position;
        this.varint();
        return this.bytes.subarray(start, this.position).reduceRight((value, byte) => value << 7n | BigInt(byte & 127), 0n);
    }

    /**
     * How many entries follow, each of which takes at least some bytes.
     *
     * @param {string} what What is counted.
     * @param {number} [least] The fewest bytes of an entry.
     */
    count(what, least = 1) {
        const count = this.varint();
        if (count * least > this.left) {
            throw this.refusal('R4', `${count.toLocaleString('en')} ${what} cannot be in the bytes that are left.`);
        }
        return count;
    }

    /**
     * @param {number} [maximumLength] How many bytes it may have, by the policy.
     * @returns {string}
     */
    string(maximumLength = Infinity) {
        const size = this.varint();
        if (size > this.left) throw this.refusal('R4', 'A string is longer than its table.');
        if (size > maximumLength) throw this.tooMany('bytes in the name of a type', size, 'maximumTypeNameLength', maximumLength);
        this.position += size;
        try {
            return decoder.decode(this.bytes.subarray(this.position - size, this.position));
        } catch {
            throw this.refusal('R3', 'A name is not valid UTF-8.');
        }
    }
}

/** Whether some bytes stand at a place. */
export function hasBytes(bytes, at, expected) {
    if (at < 0 || at + expected.length > bytes.length) return false;
    return expected.every((byte, index) => bytes[at + index] === byte);
}

/** Whether a file is nothing but the beginning of a signature. */
export function isBeginning(bytes, signature) {
    return bytes.length < signature.length && bytes.every((byte, index) => byte === signature[index]);
}

/** A `u32`. */
export function u32(bytes, at) {
    return (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>> 0;
}

/** A `u64`; beyond 2^53 not exact, but larger than every limit. */
export function u64(bytes, at) {
    return u32(bytes, at) + u32(bytes, at + 4) * 4294967296;
}
