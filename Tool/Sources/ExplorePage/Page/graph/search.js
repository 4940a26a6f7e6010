const encoder = new TextEncoder();

/** Byte values with the letters of ASCII in lower case. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** What a search can look at. */
export const SCOPES = { all: 'everything', class: 'classes', key: 'keys', text: 'texts', id: 'numbers' };

/**
 * Finds objects, without regard to upper and lower case.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {string} query
 * @param {keyof SCOPES} scope
 * @returns {Uint32Array} The numbers of their records, in order.
 */
export function search(graph, query, scope) {
    const found = new Uint8Array(graph.count);
    const isWanted = (name) => scope === 'all' || scope === name;
    if (isWanted('id')) markNumber(graph, query, found);
    if (isWanted('class')) markClasses(graph, query, found);
    if (isWanted('key')) markKeys(graph, query, found);
    if (isWanted('text')) markTexts(graph, query, found);
    return listed(found);
}

function listed(marks) {
    let count = 0;
    for (const mark of marks) count += mark;
    const list = new Uint32Array(count);
    let at = 0;
    for (let record = 0; record < marks.length; record++) {
        if (marks[record] === 1) list[at++] = record;
    }
    return list;
}

const contains = (text, query) => text.toLowerCase().includes(query.toLowerCase());

/** The object with a number, written as 12 or #12. */
function markNumber({ archive }, query, found) {
    const match = /^#?(\d{1,10})$/.exec(query.trim());
    const record = match === null ? undefined : archive.records.recordOfID[Number(match[1])];
    if (record !== undefined && record >= 0) found[record] = 1;
}

function markClasses({ groups, groupOf, count }, query, found) {
    const matches = groups.map(({ name }) => contains(name, query));
    for (let record = 0; record < count; record++) {
        if (matches[groupOf[record]]) found[record] = 1;
    }
}

/** Objects that have a key, or of which a value inside has it. */
function markKeys(graph, query, found) {
    const { archive: { keys, shapes }, composites, items } = graph;
    const matches = keys.map((key, number) => number > 0 && contains(key, query));
    const shapeMatches = shapes.map(({ slots }) => slots.some((key) => matches[key]));
    markPlaces(graph, composites, (at) => shapeMatches[composites[at + 1]], found);
    markPlaces(graph, items, (at) => matches[items[at + 1]], found);
}

/** Marks the records of those pairs of a place and something else for which a condition holds. Places ascend. */
function markPlaces(graph, pairs, condition, found) {
    const { starts } = graph.archive.records;
    let record = 0;
    for (let at = 0; at < pairs.length; at += 2) {
        if (!condition(at)) continue;
        while (starts[record + 1] <= pairs[at]) record++;
        found[record] = 1;
    }
}

function markTexts(graph, query, found) {
    if (query === '') return;
    const { archive: { bytes }, strings, values } = graph;
    const needle = encoder.encode(query).map((byte) => FOLDED[byte]);
    if (needle.every((byte) => byte < 128)) {
        markPlaces(graph, strings, (at) => hasFolded(bytes, strings[at], strings[at + 1], needle), found);
    } else {
        markPlaces(graph, strings, (at) => strings[at + 1] >= needle.length / 2
            && contains(values.text(strings[at], strings[at + 1]), query), found);
    }
}

/** Whether bytes contain others that are folded already. */
function hasFolded(bytes, start, size, needle) {
    const first = needle[0];
    for (let at = start; at <= start + size - needle.length; at++) {
        if (FOLDED[bytes[at]] !== first) continue;
        let index = 1;
        while (index < needle.length && FOLDED[bytes[at + index]] === needle[index]) index++;
        if (index === needle.length) return true;
    }
    return false;
}
