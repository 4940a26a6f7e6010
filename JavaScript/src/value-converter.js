import { GraphObject } from './graph-object.js';
import { GraphValue, Present } from './graph-value.js';

const ARRAYS = {
    i8: Int8Array, u8: Uint8Array, i16: Int16Array, u16: Uint16Array, i32: Int32Array, u32: Uint32Array, i64: BigInt64Array,
    u64: BigUint64Array, float32: Float32Array, float64: Float64Array,
};

/** Creates JavaScript's own values from those of a checked archive, and each object once. */
export class ValueConverter {
    /**
     * @param {import('./archive.js').Archive} archive
     * @param {import('./values.js').ValueReader} values
     */
    constructor(archive, values) {
        this.archive = archive;
        this.values = values;
        /** @type {Map<number, GraphObject>} */
        this.objects = new Map();
    }

    /** The object with a number that exists. */
    object(id) {
        let object = this.objects.get(id);
        if (object === undefined) this.objects.set(id, object = new GraphObject(id, this));
        return object;
    }

    /** The value of the record with a number that exists. */
    value(id) {
        return this.converted(this.values.record(this.archive.records.recordOfID[id]));
    }

    /** The readable name of the type of a record; `null` if it has none. */
    typeOf(id) {
        const { shapes, types } = this.archive;
        const value = this.values.record(this.archive.records.recordOfID[id]);
        return value.kind === 'composite' ? types[shapes[value.shape].type].readableName : null;
    }

    /** @param {import('./values.js').Value} value */
    converted(value) {
        const { values } = this;
        switch (value.kind) {
            case 'integer': return shortest(value.value);
            case 'string': case 'float': case 'constant': return value.value;
            case 'reference': case 'conditional':
                return this.archive.records.recordOfID[value.value] < 0 ? null : this.object(value.value);
            case 'sequence': return Array.from(values.places(value), (at) => this.at(at));
            case 'map': return this.map(values.places(value));
            case 'packed': return this.packed(value);
            case 'binary': return values.raw(value).slice();
            case 'some': return new Present(this.at(value.inside));
            case 'typed': return this.at(value.inside);
            default: return this.composite(value);
        }
    }

    at(place) {
        return this.converted(this.values.read(place));
    }

    /** A map; the pairs if two keys are the same to it, as NaN and NaN are, or 0 and -0. */
    map(places) {
        const pairs = Array.from({ length: places.length / 2 }, (_, index) =>
            [this.at(places[2 * index]), this.at(places[2 * index + 1])]);
        const map = new Map(pairs);
        return map.size === pairs.length ? map : pairs;
    }

    /** Numbers of 16 bits and of 128 bits have no typed array everywhere. */
    packed(value) {
        const Numbers = ARRAYS[value.element];
        if (Numbers !== undefined && isLittleEndian) return new Numbers(this.values.raw(value).slice().buffer);
        const elements = Array.from({ length: value.count }, (_, index) => this.values.element(value, index));
        return Numbers === undefined ? elements : Numbers.from(elements);
    }

    composite(value) {
        const { keys, types, shapes } = this.archive;
        const fields = new Map();
        const items = [];
        for (const { key, at } of this.values.fields(value)) {
            if (key === 0) items.push(this.at(at));
            else fields.set(keys[key], this.at(at));
        }
        const { readableName, version } = types[shapes[value.shape].type];
        return new GraphValue(readableName, version, fields, items);
    }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A number where it is exact, else a big integer. */
function shortest(integer) {
    return integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER ? Number(integer) : integer;
}
