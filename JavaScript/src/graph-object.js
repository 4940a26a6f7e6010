import { GraphValue } from './graph-value.js';

/** An object of an archive: an instance of a class, or a value with an identity. */
export class GraphObject {
    #converter;
    #value;

    /**
     * @param {number} id Its number.
     * @param {import('./value-converter.js').ValueConverter} converter
     */
    constructor(id, converter) {
        /** The number by which references name it. */
        this.id = id;
        this.#converter = converter;
    }

    /** The readable name of its type; `null` for a value with an identity that has none, such as an array. */
    get type() {
        return this.#converter.typeOf(this.id);
    }

    /** Its value: a {@link GraphValue} if it has fields, else what that would be within another object. Created once. */
    get value() {
        return this.#value ??= this.#converter.value(this.id);
    }

    /** The values with keys. @type {Map<string, *>} */
    get fields() {
        return this.value instanceof GraphValue ? this.value.fields : new Map();
    }

    /** The values without keys. @type {Array} */
    get items() {
        return this.value instanceof GraphValue ? this.value.items : [];
    }

    /** The value with a key; `undefined` if there is none. */
    get(key) {
        return this.fields.get(key);
    }
}
