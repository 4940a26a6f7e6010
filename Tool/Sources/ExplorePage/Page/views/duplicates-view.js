import { equalObjects, equalStrings } from '../graph/duplicates.js';
import { counted, cut } from '../graph/readable.js';
import { later } from '../work/slices.js';
import { element } from './dom.js';
import { objectLink, summaryOf } from './objects-text.js';
import { amount, table } from './tables.js';
import { bytes, data, number, percent } from './text.js';

const LISTED = 50;
const NUMBERS = [amount('How many'), amount('Each'), amount('Would save')];
const LONGEST_TEXT = 80;

/** Equal objects and equal strings, and what would be saved if each were there once. */
export function duplicatesView({ graph }) {
    const whole = graph.archive.bytes.length;
    return [
        element('section.title', {}, element('h1', {}, 'Duplicates'),
            element('p.hint', {}, 'What would be saved is counted in bytes of the raw archive. A codec finds many of them, too; '
                + 'in memory they are there as often as they are listed.')),
        later('Comparing objects…', async (turn) =>
            objects(graph, await graph.once('equal objects', () => equalObjects(graph, LISTED, turn)), whole)),
        later('Comparing strings…', async (turn) =>
            strings(graph, await graph.once('equal strings', () => equalStrings(graph, LISTED, turn)), whole)),
    ];
}

function summary({ count, saved }, what, whole) {
    if (count === 0) return element('p', {}, `No ${what} is equal to another.`);
    return element('p', {}, element('strong', {}, counted(count, what)), ' equal to an earlier one: sharing would save ',
        element('strong', {}, bytes(saved)), `, ${percent(saved, whole)} of the raw archive.`);
}

function objects(graph, found, whole) {
    return [
        element('h2', {}, 'Equal objects'),
        element('p.hint', {}, 'Objects of one class with equal values, whose references lead to the same or to equal objects.'),
        summary(found, 'object', whole),
        found.list.length === 0 ? null : table('Equal objects', ['First of them', 'What it says', ...NUMBERS],
            found.list.map(({ first, count, bytes: size, saved }) => [
                objectLink(graph, first), element('td.summary', {}, data(summaryOf(graph, first))),
                number(count), bytes(size), bytes(saved),
            ])),
    ];
}

function strings(graph, found, whole) {
    const { strings: places, values } = graph;
    return [
        element('h2', {}, 'Equal strings'), summary(found, 'string', whole),
        found.list.length === 0 ? null : table('Equal strings', ['String', 'First in', ...NUMBERS],
            found.list.map(({ first, count, bytes: size, saved }) => [
                element('span.string', {}, '“', data(cut(values.text(places[2 * first], size), LONGEST_TEXT)), '”'),
                objectLink(graph, graph.recordAt(places[2 * first])), number(count), bytes(size), bytes(saved),
            ])),
    ];
}
