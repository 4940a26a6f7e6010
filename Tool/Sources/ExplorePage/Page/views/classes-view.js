import { element } from './dom.js';
import { classBadge } from './objects-text.js';
import { orderIn, sortHead } from './sorting.js';
import { barCell, table } from './tables.js';
import { bytes, number, percent, visible } from './text.js';
import { treemap } from './treemap-view.js';

const COLUMNS = [
    { title: 'Class', isNumber: false, key: ({ group }) => group.label.toLowerCase() },
    { title: 'Objects', isNumber: true, key: ({ group }) => group.count },
    { title: 'Inside of others', isNumber: true, key: ({ inside }) => inside },
    { title: 'Size', isNumber: true, key: ({ group }) => group.bytes },
    { title: 'Each', isNumber: true, key: ({ group }) => group.count === 0 ? 0 : group.bytes / group.count },
];
const SIZE = 3;

/**
 * All types with their numbers of objects and bytes.
 *
 * @param {object} context
 * @param {import('../graph/graph.js').Graph} context.graph
 * @param {URLSearchParams} context.parameters `sort` and `order`.
 */
export function classesView({ graph, parameters, go }) {
    const rows = graph.groups.map((group, index) => ({ group, index, inside: insideCount(graph, group) }))
        .filter(({ group, inside }) => group.count > 0 || inside > 0);
    const total = graph.groups.reduce((sum, { bytes: size }) => sum + size, 0);
    const order = orderIn(parameters, COLUMNS, SIZE);
    const { key } = COLUMNS[order.column];
    const sign = order.isAscending ? 1 : -1;
    rows.sort((left, right) => key(left) < key(right) ? -sign : key(left) > key(right) ? sign : 0);
    const change = (changes) => go(`#classes&${new URLSearchParams(changes)}`);
    const heads = COLUMNS.map(({ title, isNumber }, index) =>
        ({ title, isNumber, node: sortHead({ title, isNumber, index, order, change, tag: 'th' }) }));
    return [
        element('section', {}, element('h1', {}, 'Classes'), treemap(graph)),
        element('section', {}, table('Classes', heads, rows.map((row) => cells(graph, row, total)), '.classes')),
    ];
}

/** Values of a type that are no objects: they stand inside of others. */
export function insideCount(graph, group) {
    return group.type < 0 ? 0 : graph.valueCounts[group.type] - group.count;
}

function cells(graph, { group, index, inside }, total) {
    const note = group.type < 0 || group.isClass ? null : element('span.mark', {}, ' value');
    return [
        [element('a', { href: `#class=${index}`, title: visible(group.name) }, classBadge(graph, index)), note],
        number(group.count), inside > 0 ? number(inside) : '–',
        barCell('Size', total === 0 ? 0 : group.bytes / total, bytes(group.bytes),
            element('span.note', {}, ` ${percent(group.bytes, total)}`)),
        group.count === 0 ? '–' : bytes(Math.round(group.bytes / group.count)),
    ];
}
