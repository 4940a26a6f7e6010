/** A list of unsigned numbers of 32 bits that grows. */
export class Numbers {
    constructor(capacity = 1024) {
        this.array = new Uint32Array(capacity);
        this.length = 0;
    }

    push(number) {
        if (this.length === this.array.length) {
            const larger = new Uint32Array(2 * this.length);
            larger.set(this.array);
            this.array = larger;
        }
        this.array[this.length++] = number;
    }

    /** The numbers alone, without room for more. */
    trimmed() {
        return this.array.slice(0, this.length);
    }
}
