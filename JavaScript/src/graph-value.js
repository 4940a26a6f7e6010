/** A struct, an enum or an object that is stored as a value. */
export class GraphValue {
    /**
     * @param {string} type The readable name.
     * @param {number} version The version of the type.
     * @param {Map<string, *>} fields
     * @param {Array} items
     */
    constructor(type, version, fields, items) {
        this.type = type;
        this.version = version;
        /** The values with keys. */
        this.fields = fields;
        /** The values without keys. */
        this.items = items;
    }

    /** The value with a key; `undefined` if there is none. */
    get(key) {
        return this.fields.get(key);
    }
}

/** A present optional that may contain another optional. */
export class Present {
    constructor(value) {
        this.value = value;
    }
}
