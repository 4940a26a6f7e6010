import { counted } from '../graph/readable.js';
import { search, SCOPES } from '../graph/search.js';
import { element } from './dom.js';
import { remember } from './keyboard.js';
import { addressOf, objectLink, summaryOf } from './objects-text.js';
import { orderIn, sortHead } from './sorting.js';
import { bytes, data, number, visible } from './text.js';
import { VirtualList } from './virtual-list.js';

const ROW_HEIGHT = 30;
/** On a narrow screen a row has four lines, so that no column is missing. */
const HIGH_ROW_HEIGHT = 98;
const NARROW = '(max-width: 760px)';
const COLUMNS = [
    { title: 'Object', isNumber: false, value: (_, record) => record },
    { isNumber: false },
    { title: 'Refers to', isNumber: true, value: ({ firstTargets: first }, record) => first[record + 1] - first[record] },
    { title: 'Referred to by', isNumber: true, value: ({ firstSources: first }, record) => first[record + 1] - first[record] },
    { title: 'Size', isNumber: true, isSize: true, value: (graph, record) => graph.size(record) },
    { title: 'Retained size', isNumber: true, isSize: true, value: (graph, record) => graph.dominators.retainedBytes(record) },
];
const WHAT_TO_TYPE = 'Type a part of a class name, a key or a text, or the number of an object such as #12.';

/**
 * The objects that a search finds, or all.
 *
 * @param {object} context
 * @param {import('../graph/graph.js').Graph} context.graph
 * @param {URLSearchParams} context.parameters `q`: the search, `in`: where, `class`: only that class, `sort` and `order`.
 */
export function objectsView({ graph, parameters, go, state, app }) {
    const query = parameters.get('q') ?? '';
    const scope = parameters.get('in') in SCOPES ? parameters.get('in') : 'all';
    const group = graph.groups[Number(parameters.get('in-class') ?? -1)];
    const order = orderIn(parameters, COLUMNS, 0);
    const records = sorted(graph, find(graph, query, scope, group), order);
    const change = (changes) => {
        const changed = new URLSearchParams(parameters);
        for (const [name, value] of Object.entries(changes)) changed.set(name, value);
        go(`#${changed}`);
    };
    const list = new VirtualList({
        rowHeight: () => matchMedia(NARROW).matches ? HIGH_ROW_HEIGHT : ROW_HEIGHT, label: 'Objects', head: heads(order, change),
        makeRow: (index) => row(graph, records[index]), onSelect: (selected) => remember({ selected }),
        onOpen: (selected) => {
            remember({ selected });
            go(addressOf(graph, records[selected]));
        },
    });
    // An empty search was asked for: it is time to type.
    const isAsking = parameters.has('q') && query === '';
    if (!isAsking) list.node.dataset.focus = '';
    // It has no height before it is on the page.
    queueMicrotask(() => list.reset(records.length, state?.selected ?? 0));
    const found = records.length > 0 ? `${counted(records.length, 'object')}.` : `Nothing found. ${WHAT_TO_TYPE}`;
    const result = isAsking ? WHAT_TO_TYPE : found;
    app.announce(result);
    return [
        element('section.fill', {},
            element('h1', {}, group === undefined ? 'Objects' : ['Objects of ', data(group.label)]),
            searchForm({ graph, query, scope, group, parameters, go, isAsking }),
            element('p.hint.result', {}, result,
                records.length > 0 ? element('span.keys', {}, ' Arrow keys choose one, Return opens it, / searches.') : null),
            element('div.list', { hidden: records.length === 0 }, list.node)),
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

function sorted(graph, records, { column, isAscending }) {
    if (column === 0) return isAscending ? records : records.reverse();
    const { value } = COLUMNS[column];
    const values = new Float64Array(graph.count);
    for (const record of records) values[record] = value(graph, record);
    const sign = isAscending ? 1 : -1;
    return records.sort((left, right) => sign * (values[left] - values[right]) || left - right);
}

function searchForm({ graph, query, scope, group, parameters, go, isAsking }) {
    const options = (pairs, chosen) => pairs.map(([value, name]) =>
        element('option', { value, selected: value === chosen }, name));
    const classes = graph.groups.map((each, index) => ({ each, index })).filter(({ each }) => each.count > 0)
        .sort((left, right) => right.each.count - left.each.count)
        .map(({ each, index }) => [String(index), `${visible(each.label)} (${number(each.count)})`]);
    const submit = (event) => {
        event.preventDefault();
        const entered = new URLSearchParams(new FormData(form));
        for (const [name, value] of [...entered]) {
            if (value === '' && name !== 'q' || name === 'in' && value === 'all') entered.delete(name);
        }
        for (const name of ['sort', 'order']) {
            if (parameters.has(name)) entered.set(name, parameters.get(name));
        }
        go(`#objects&${entered}`);
    };
    const form = element('form.search', { role: 'search', 'aria-label': 'Search in the list', onsubmit: submit },
        element('input', {
            type: 'search', name: 'q', value: query, placeholder: 'Class, key, text or #number', 'aria-label': 'Search for',
            'data-focus': isAsking,
        }),
        element('label', {}, 'in ', element('select', { name: 'in', onchange: submit }, options(Object.entries(SCOPES), scope))),
        element('label', {}, 'class ', element('select', { name: 'in-class', onchange: submit },
            element('option', { value: '' }, 'all'), options(classes, String(graph.groups.indexOf(group))))),
        element('button', { type: 'submit' }, 'Search'));
    return form;
}

function heads(order, change) {
    return element('div.row.head', { role: 'row' }, COLUMNS.map(({ title, isNumber }, index) => title === undefined
        ? element('span', { role: 'columnheader' }, 'What it says')
        : sortHead({ title, isNumber, index, order, change, tag: 'span' })));
}

function row(graph, record) {
    const cell = ({ title, isSize, value }) => {
        const amount = value(graph, record);
        const text = isSize ? bytes(amount) : number(amount);
        return element('span.number', { role: 'gridcell' }, element('span.label', {}, `${title} `), text);
    };
    return element('div.row', {},
        element('span', { role: 'gridcell' }, objectLink(graph, record)),
        element('span.summary', { role: 'gridcell' }, data(summaryOf(graph, record))),
        COLUMNS.slice(2).map(cell));
}
