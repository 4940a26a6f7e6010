import { search, SCOPES } from '../graph/search.js';
import { element } from './dom.js';
import { addressOf, objectLink, summaryOf } from './objects-text.js';
import { bytes, counted, data, number, visible } from './text.js';
import { VirtualList } from './virtual-list.js';

const ROW_HEIGHT = 30;
const COLUMNS = [
    { title: 'Object', value: null },
    { title: 'What it says', value: null },
    { title: 'Refers to', value: ({ firstTargets }, record) => firstTargets[record + 1] - firstTargets[record] },
    { title: 'Referred to by', value: ({ firstSources }, record) => firstSources[record + 1] - firstSources[record] },
    { title: 'Bytes', value: (graph, record) => graph.size(record) },
    { title: 'Holds', value: (graph, record) => graph.dominators.retainedBytes(record) },
];

/**
 * The objects that a search finds, or all.
 *
 * @param {object} context
 * @param {import('../graph/graph.js').Graph} context.graph
 * @param {URLSearchParams} context.parameters `q`: the search, `in`: where, `class`: only that class, `sort`: a column.
 */
export function objectsView({ graph, parameters, go }) {
    const query = parameters.get('q') ?? '';
    const scope = parameters.get('in') in SCOPES ? parameters.get('in') : 'all';
    const group = graph.groups[Number(parameters.get('class') ?? -1)];
    const column = COLUMNS[Number(parameters.get('sort') ?? 0)] ?? COLUMNS[0];
    const records = sorted(graph, find(graph, query, scope, group), column);
    const list = new VirtualList({
        rowHeight: ROW_HEIGHT, label: 'Objects', makeRow: (index) => row(graph, records[index]),
        onOpen: (index) => go(addressOf(graph, records[index])),
    });
    // It has no height before it is on the page.
    queueMicrotask(() => list.reset(records.length));
    const change = (name, value) => {
        const changed = new URLSearchParams(parameters);
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        go(`#objects&${changed}`);
    };
    return [
        element('section.fill', {},
            element('h1', {}, group === undefined ? 'Objects' : data(group.label)),
            searchForm({ graph, query, scope, group, change, parameters, go }),
            element('p.hint', { role: 'status' }, `${counted(records.length, 'object')}. `
                + 'Arrow keys choose one, Return opens it.'),
            element('div.list', {}, heads(column, change), list.node)),
    ];
}

function find(graph, query, scope, group) {
    let records = query === '' ? Uint32Array.from({ length: graph.count }, (_, record) => record) : search(graph, query, scope);
    if (group !== undefined) {
        const wanted = graph.groups.indexOf(group);
        records = records.filter((record) => graph.groupOf[record] === wanted);
    }
    return records;
}

/** The largest first. */
function sorted(graph, records, { value }) {
    if (value === null) return records;
    const values = Float64Array.from({ length: graph.count });
    for (const record of records) values[record] = value(graph, record);
    return records.sort((left, right) => values[right] - values[left] || left - right);
}

function searchForm({ graph, query, scope, group, parameters, go }) {
    const options = (pairs, chosen) => pairs.map(([value, name]) =>
        element('option', { value, selected: value === chosen }, name));
    const classes = graph.groups.map((each, index) => ({ each, index })).filter(({ each }) => each.count > 0)
        .sort((left, right) => right.each.count - left.each.count)
        .map(({ each, index }) => [String(index), `${visible(each.label)} (${number(each.count)})`]);
    const submit = (event) => {
        event.preventDefault();
        const entered = new URLSearchParams(new FormData(form));
        for (const [name, value] of [...entered]) {
            if (value === '' || name === 'in' && value === 'all') entered.delete(name);
        }
        if (parameters.has('sort')) entered.set('sort', parameters.get('sort'));
        go(`#objects&${entered}`);
    };
    const form = element('form.search', { role: 'search', onsubmit: submit },
        element('input', {
            type: 'search', name: 'q', value: query, placeholder: 'Search', 'aria-label': 'Search for', autofocus: true,
        }),
        element('label', {}, 'in ', element('select', { name: 'in', onchange: submit }, options(Object.entries(SCOPES), scope))),
        element('label', {}, 'class ', element('select', { name: 'class', onchange: submit },
            element('option', { value: '' }, 'all'), options(classes, String(graph.groups.indexOf(group))))),
        element('button', { type: 'submit' }, 'Search'));
    return form;
}

function heads(chosen, change) {
    return element('div.row.head', { role: 'row' }, COLUMNS.map((column, index) => {
        const classes = index > 1 ? '.number' : '';
        if (index === 1) return element('span', { role: 'columnheader' }, column.title);
        return element(`span${classes}`, { role: 'columnheader', 'aria-sort': column === chosen ? 'descending' : 'none' },
            element('button.sort', {
                type: 'button', onclick: () => change('sort', index === 0 ? '' : String(index)),
            }, column.title));
    }));
}

function row(graph, record) {
    return element('div.row', {},
        element('span', { role: 'gridcell' }, objectLink(graph, record)),
        element('span.summary', { role: 'gridcell' }, data(summaryOf(graph, record))),
        COLUMNS.slice(2).map(({ title, value }) => element('span.number', { role: 'gridcell' },
            title === 'Bytes' || title === 'Holds' ? bytes(value(graph, record)) : number(value(graph, record)))));
}
