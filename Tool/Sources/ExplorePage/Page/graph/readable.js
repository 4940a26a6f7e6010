/** Values that an archive stores as numbers, in the form in which people know them, by the rules of the tool. */

/** `1 object`, `2,000 objects` */
export function counted(count, one, many = `${one}s`) {
    return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * A number as `graphz dump` writes it: -0 has its sign, and a number of 16 bits the fewest digits that tell it apart. Of 32 bits,
 * only an element of a packed array has so few: others may be a `Double`, whose digits they have.
 */
export function digits({ value, width }, isElement = false) {
    if (Object.is(value, -0)) return '-0';
    if (width === 8 || width === 4 && !isElement || !Number.isFinite(value)) return `${value}`;
    for (let precision = 1; precision < 9; precision += 1) {
        const short = Number(value.toPrecision(precision));
        if (Math.fround(short) === value) return `${short}`;
    }
    return `${Number(value.toPrecision(9))}`;
}

/** How many characters of a key are shown, of a field or of a dictionary. */
export const LONGEST_KEY = 64;

/** A text that is cut where it becomes long, between characters. */
export function cut(text, length) {
    if (text.length <= length) return text;
    const end = /[\uD800-\uDBFF]/.test(text[length - 1]) ? length - 1 : length;
    return `${text.slice(0, end)}…`;
}

const DATES = new Set(['created', 'modified', 'changed', 'updated', 'deadline', 'birthday']);
/** The beginning of 2001, and of the years that are taken for dates, in seconds. */
const REFERENCE = 978_307_200;
const [EARLIEST, LATEST] = [-3_187_296_000, 6_279_811_200];

function isDate(key) {
    const name = key.toLowerCase();
    return name.includes('date') || name.endsWith('time') || name.includes('timestamp') || DATES.has(name)
        || /(At|On)$/.test(key);
}

/** The time that a number stands for, by its key; `null` for all others. */
function date(seconds, key) {
    if (!isDate(key) || !(seconds > EARLIEST && seconds < LATEST)) return null;
    const [day, time] = new Date((REFERENCE + Math.floor(seconds)) * 1000).toISOString().split('T');
    return `${day} ${time.slice(0, 8)} UTC`;
}

/** 16 bytes that have the version and the variant of a UUID in its usual form; `null` for all others. */
function uuid(graph, value) {
    if (value.count !== 16 || value.width !== 1) return null;
    const digits = Array.from(graph.values.bytes.subarray(value.inside, value.inside + 16),
        (byte) => byte.toString(16).padStart(2, '0')).join('').toUpperCase();
    return /^.{12}[1-8].{3}[89AB]/.test(digits) ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}

/** A value with red, green and blue from 0 to 1 as the web writes colors; `null` for all others. */
function color(graph, value) {
    const { archive: { keys, shapes }, values } = graph;
    const wanted = ['red', 'green', 'blue'];
    if (!wanted.every((name) => shapes[value.shape].slots.some((key) => key > 0 && keys[key] === name))) return null;
    const parts = new Map(values.fields(value).map(({ key, at }) => [keys[key], values.read(at)]));
    const levels = wanted.map((name) => parts.get(name)).filter((part) => part?.kind === 'integer' || part?.kind === 'float')
        .map((part) => Number(part.value));
    if (levels.length !== 3 || !levels.every((level) => level >= 0 && level <= 1)) return null;
    return `#${levels.map((level) => Math.round(255 * level).toString(16).padStart(2, '0')).join('').toUpperCase()}`;
}

/**
 * A date, a UUID or a color; `null` for all other values.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {import('../../../../JavaScript/src/values.js').Value} value
 * @param {string} [key] The value's key.
 * @returns {string?}
 */
export function readable(graph, value, key = '') {
    switch (value.kind) {
        case 'integer': case 'float': return date(Number(value.value), key);
        case 'packed': return uuid(graph, value);
        case 'composite': return color(graph, value);
        default: return null;
    }
}
