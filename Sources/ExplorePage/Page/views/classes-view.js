import { element, replace } from './dom.js';
import { classBadge } from './objects-text.js';
import { bytes, number, percent, visible } from './text.js';
import { treemap } from './treemap-view.js';

const COLUMNS = [
    { title: 'Class', key: ({ group }) => group.label.toLowerCase() },
    { title: 'Objects', key: ({ group }) => -group.count },
    { title: 'Inside of others', key: ({ inside }) => -inside },
    { title: 'Bytes', key: ({ group }) => -group.bytes },
    { title: 'Each', key: ({ group }) => group.count === 0 ? 0 : -group.bytes / group.count },
];

/** All types with their numbers of objects and bytes. */
export function classesView({ graph }) {
    const rows = graph.groups.map((group, index) => ({ group, index, inside: insideCount(graph, group) }))
        .filter(({ group, inside }) => group.count > 0 || inside > 0);
    const total = graph.groups.reduce((sum, { bytes: size }) => sum + size, 0);
    const body = element('tbody');
    const heads = COLUMNS.map((column, index) => element(index === 0 ? 'th' : 'th.number', {},
        element('button.sort', { type: 'button', onclick: () => sortBy(index) }, column.title)));
    const sortBy = (column) => {
        heads.forEach((head, index) => head.setAttribute('aria-sort', index === column ? 'descending' : 'none'));
        const { key } = COLUMNS[column];
        rows.sort((left, right) => key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0);
        replace(body, rows.map((row) => tableRow(graph, row, total)));
    };
    sortBy(3);
    return [
        element('section', {}, element('h1', {}, 'Classes'), treemap(graph)),
        element('section', {}, element('div.scroll', {}, element('table.classes', {},
            element('thead', {}, element('tr', {}, heads)), body))),
    ];
}

/** Values of a type that are no objects: they stand inside of others. */
function insideCount(graph, group) {
    return group.type < 0 ? 0 : graph.valueCounts[group.type] - group.count;
}

function tableRow(graph, { group, index, inside }, total) {
    const name = classBadge(graph, index);
    const note = group.type < 0 ? null : group.isClass ? null : element('span.mark', {}, ' value');
    return element('tr', {},
        element('td', {}, group.count > 0
            ? element('a', { href: `#objects&class=${index}`, title: visible(group.name) }, name) : name, note),
        element('td.number', {}, number(group.count)),
        element('td.number', {}, inside > 0 ? number(inside) : '–'),
        element('td.number.bar', { style: { '--share': `${total === 0 ? 0 : 100 * group.bytes / total}%` } },
            bytes(group.bytes), element('span.note', {}, ` ${percent(group.bytes, total)}`)),
        element('td.number', {}, group.count === 0 ? '–' : bytes(Math.round(group.bytes / group.count))));
}
