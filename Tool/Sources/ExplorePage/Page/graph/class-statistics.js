import { CONDITIONAL } from '../../../../../JavaScript/src/checker.js';
import { counted, digits, readable } from './readable.js';

const VALUES_AT_A_TIME = 4096;
/** How many values of a field are looked at to tell which are typical, and how many different ones are counted. */
const SAMPLE = 4000;
const DIFFERENT = 500;
const LONGEST = 40;

/**
 * @typedef {object} Field What is known of a key of a class.
 * @property {number} key Its number, 0 for values without a key.
 * @property {number} count How many values.
 * @property {number} bytes Of the values.
 * @property {Map<string, number>} typical Short values and how often they were found among the first ones.
 * @property {number} sampled How many values were looked at for that.
 */

/**
 * The fields of all values of a type: objects, and values inside others.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} type
 * @param {() => Promise<void>} turn
 * @returns {Promise<Field[]>} The largest first.
 */
export async function fieldsOf(graph, type, turn) {
    const { archive, composites, values } = graph;
    /** @type {Map<number, Field>} */
    const fields = new Map();
    const note = (key, at, end) => {
        let field = fields.get(key);
        if (field === undefined) fields.set(key, field = { key, count: 0, bytes: 0, typical: new Map(), sampled: 0 });
        field.count++;
        field.bytes += end - at;
        if (field.sampled < SAMPLE) sample(graph, field, at);
    };
    const isOfType = archive.shapes.map((shape) => shape.type === type);
    for (let at = 0; at < composites.length; at += 2) {
        if (at % VALUES_AT_A_TIME === 0) await turn();
        if (isOfType[composites[at + 1]]) values.eachField(composites[at], note);
    }
    return [...fields.values()].sort((left, right) => right.bytes - left.bytes);
}

function sample(graph, field, at) {
    const value = graph.values.read(at);
    const text = readable(graph, value, graph.archive.keys[field.key]) ?? shortText(graph, value);
    field.sampled++;
    const count = field.typical.get(text);
    if (count !== undefined || field.typical.size < DIFFERENT) field.typical.set(text, (count ?? 0) + 1);
}

/** A value in a few characters. */
function shortText(graph, value) {
    const { groups, groupOf, archive } = graph;
    switch (value.kind) {
        case 'string': return value.value.length > LONGEST ? `“${value.value.slice(0, LONGEST)}…”` : `“${value.value}”`;
        case 'integer': return `${value.value}`;
        case 'float': return digits(value);
        case 'constant': return value.value === null ? 'nil' : `${value.value}`;
        case 'reference': case 'conditional': {
            const record = archive.records.recordOfID[value.value];
            return record < 0 ? 'nothing' : `→ ${record === 0 ? 'Root' : groups[groupOf[record]].label}`;
        }
        case 'composite': return archive.types[archive.shapes[value.shape].type].readableName;
        case 'sequence': return counted(value.count, 'element');
        case 'map': return counted(value.count, 'pair');
        case 'packed': return `${value.count.toLocaleString('en')} × ${value.element}`;
        case 'binary': return counted(value.count, 'byte');
        case 'typed': return shortText(graph, graph.values.read(value.inside));
        default: return 'optional';
    }
}

/**
 * Counts the references to the objects of a class by the class of who refers.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {Uint32Array} records The objects of the class.
 * @returns {{group: number, count: number, conditional: number}[]} The most first.
 */
export function referringClasses({ sources, firstSources, groupOf }, records) {
    const found = new Map();
    for (const record of records) {
        for (let at = firstSources[record]; at < firstSources[record + 1]; at++) {
            const group = groupOf[(sources[at] & ~CONDITIONAL) >>> 0];
            const entry = found.get(group) ?? { group, count: 0, conditional: 0 };
            found.set(group, entry);
            entry.count++;
            if (sources[at] >= CONDITIONAL) entry.conditional++;
        }
    }
    return [...found.values()].sort((left, right) => right.count - left.count);
}

/**
 * Counts objects by size, in powers of two.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {Uint32Array} records
 * @returns {{least: number, most: number, count: number}[]} From the smallest to the largest that exist.
 */
export function histogramOfSizes(graph, records) {
    const counts = new Float64Array(31);
    for (const record of records) counts[31 - Math.clz32(graph.size(record))]++;
    const bars = Array.from(counts, (count, power) => ({ least: 2 ** power, most: 2 ** (power + 1) - 1, count }));
    const first = bars.findIndex(({ count }) => count > 0);
    return first < 0 ? [] : bars.slice(first, bars.findLastIndex(({ count }) => count > 0) + 1);
}
