import { fieldsOf, histogramOfSizes, referringClasses } from '../graph/class-statistics.js';
import { Largest } from '../graph/largest.js';
import { counted, cut } from '../graph/readable.js';
import { later } from '../work/slices.js';
import { insideCount } from './classes-view.js';
import { element } from './dom.js';
import { classBadge, objectLink, summaryOf } from './objects-text.js';
import { amount, barCell, table } from './tables.js';
import { bytes, data, number, percent } from './text.js';

const LARGEST_COUNT = 8;
const TYPICAL_COUNT = 3;
const LONGEST_SUMMARY = 80;

/**
 * A class: its fields, its objects, who refers to them, and how large they are.
 *
 * @param {object} context
 * @param {import('../graph/graph.js').Graph} context.graph
 * @param {URLSearchParams} context.parameters `class`: the number of the group.
 */
export function classView({ graph, parameters }) {
    const number = Number(parameters.get('class'));
    const group = graph.groups[number];
    if (group === undefined) return element('section', {}, element('h1', {}, 'No such class'));
    const records = graph.recordsOf(number);
    return [
        title(graph, number, group),
        group.type < 0 ? null : later('Counting fields…', async (turn) =>
            fields(graph, group, await graph.once(`fields ${number}`, () => fieldsOf(graph, group.type, turn)))),
        records.length === 0 ? null : element('div.columns', {},
            element('div', {}, largest(graph, number, records)),
            element('div', {}, referrers(graph, records), sizes(graph, records))),
    ];
}

function title(graph, index, group) {
    const inside = insideCount(graph, group);
    const type = graph.archive.types[group.type];
    const kind = type === undefined ? 'Values with an identity' : group.isClass ? 'A class' : 'A type of values';
    return element('section.title', {},
        element('h1', {}, classBadge(graph, index)),
        element('p.lead', {}, data(group.name), type === undefined ? null : `, version ${type.version}`),
        element('p.hint', {}, `${kind}. ${counted(group.count, 'object')} of ${bytes(group.bytes)} in all`,
            inside > 0 ? `, ${counted(inside, 'value')} inside others.` : '.'));
}

function fields(graph, group, list) {
    const all = list.reduce((sum, field) => sum + field.bytes, 0);
    const heads = ['Field', amount('Values'), amount('Size'), 'Typical values'];
    return [
        element('h2', {}, 'Fields'),
        list.length === 0 ? element('p.hint', {}, 'None.') : table('Fields', heads, list.map((field) => [
            field.key === 0 ? element('span.mark', {}, 'without a key') : data(graph.keyName(field.key), '.key'),
            number(field.count),
            barCell('Size', all === 0 ? 0 : field.bytes / all, bytes(field.bytes),
                element('span.note', {}, ` ${percent(field.bytes, all)}`)),
            element('td.typical', { 'data-title': 'Typical values' }, typical(field)),
        ])),
    ];
}

/** The values that were found more than once, or some if all are different. */
function typical({ typical: found, sampled }) {
    const most = [...found].sort(([, left], [, right]) => right - left).slice(0, TYPICAL_COUNT);
    const isRepeated = most.some(([, count]) => count > 1);
    return most.map(([text, count]) => element('span.value', {}, data(cut(text, LONGEST_SUMMARY)),
        isRepeated ? element('span.note', {}, ` ${percent(count, sampled)}`) : null));
}

function largest(graph, index, records) {
    const best = new Largest(LARGEST_COUNT);
    for (const record of records) best.add(record, graph.dominators.retainedBytes(record));
    return element('section', {}, element('h2', {}, 'Objects that hold most'),
        table('Objects that hold most', ['Object', 'What it says', amount('Retained size')],
            best.list.map(({ entry, bytes: held }) => [
                objectLink(graph, entry), element('td.summary', {}, data(summaryOf(graph, entry))), bytes(held),
            ])),
        element('p', {}, element('a', { href: `#objects&in-class=${index}` }, `All ${counted(records.length, 'object')}`)));
}

function referrers(graph, records) {
    const classes = referringClasses(graph, records);
    const all = classes.reduce((sum, { count }) => sum + count, 0);
    return element('section', {}, element('h2', {}, 'Who refers to them'),
        classes.length === 0 ? element('p.hint', {}, 'Nobody.')
            : table('Who refers to them', ['Class', amount('References')], classes.map(({ group, count, conditional }) => [
                element('a', { href: `#class=${group}` }, classBadge(graph, group)),
                barCell('References', count / all, number(count),
                    conditional > 0 ? element('span.note', {}, ` ${number(conditional)} conditional`) : null),
            ])));
}

function sizes(graph, records) {
    const bars = histogramOfSizes(graph, records);
    const most = Math.max(...bars.map(({ count }) => count));
    return element('section', {}, element('h2', {}, 'Sizes'),
        table('Sizes', ['Bytes', amount('Objects')], bars.map(({ least, most: last, count }) => [
            least === last ? number(least) : `${number(least)} to ${number(last)}`,
            barCell('Objects', count / most, number(count)),
        ])));
}
