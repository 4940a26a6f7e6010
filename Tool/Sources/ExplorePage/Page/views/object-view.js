import { pathOfReference } from '../graph/paths.js';
import { counted, cut } from '../graph/readable.js';
import { element, replace } from './dom.js';
import { neighborhoodView } from './neighborhood-view.js';
import { classBadge, objectLink, summaryOf } from './objects-text.js';
import { bytes, data, number } from './text.js';
import { ValueTree } from './value-tree.js';

const REFERRERS_AT_ONCE = 12;
const CLASSES_AT_ONCE = 8;
const LONGEST_WAY = 24;
const LONGEST_SUMMARY = 70;

/**
 * One object: its values, who refers to it, the way to it, and what would go with it.
 *
 * @param {object} context
 * @param {import('../graph/graph.js').Graph} context.graph
 * @param {URLSearchParams} context.parameters `object`: its id.
 * @param {number[]} context.visited The records that were looked at before, the last one last.
 */
export function objectView({ graph, parameters, visited, app }) {
    const id = Number(parameters.get('object'));
    const record = graph.recordOf(id);
    if (record < 0) {
        return [element('section', {}, element('h1', {}, 'No such object'),
            element('p', {}, `The archive has no object ${Number.isFinite(id) ? id : ''}.`))];
    }
    const group = graph.groupOf[record];
    return [
        trail(graph, visited, record),
        element('section.title', {},
            element('h1', {}, record === 0 ? 'Root'
                : [element('a', { href: `#class=${group}` }, classBadge(graph, group)), ` ${id}`]),
            element('p.lead', {}, data(summaryOf(graph, record))),
            element('p.hint', {}, `Byte ${number(graph.archive.records.starts[record])} of the raw archive, `
                + `${counted(graph.size(record), 'byte')}.`)),
        element('div.columns', {},
            element('div', {},
                element('section.inspector', {}, element('h2', {}, 'Values'), new ValueTree(graph, app).record(record)),
                referrers(graph, record)),
            element('div', {}, way(graph, record), consequences(graph, record))),
        neighborhoodView(graph, record, Number(parameters.get('steps') ?? 1)),
    ];
}

/** The objects that were looked at before this one. */
function trail(graph, visited, record) {
    const before = visited.filter((other) => other !== record).slice(-6);
    if (before.length === 0) return null;
    return element('nav.trail', { 'aria-label': 'Objects looked at before' },
        element('button', { type: 'button', onclick: () => history.back() }, '← Back'),
        element('ol', {}, before.map((other) => element('li', {}, objectLink(graph, other)))));
}

/** The shortest way from the root, with the keys that lead on. */
function way(graph, record) {
    const records = graph.wayTo(record);
    const heading = element('h2', {}, 'Way from the root');
    if (records === null) {
        return element('section', {}, heading, element('p', {}, 'None: only conditional references lead here, or nothing does.'));
    }
    const shown = records.length <= LONGEST_WAY ? records
        : [...records.slice(0, LONGEST_WAY / 2), -1, ...records.slice(-LONGEST_WAY / 2)];
    return element('section', {}, heading, element('ol.way', {}, shown.map((step, index) => {
        if (step < 0) return element('li.hint', {}, `${counted(records.length - LONGEST_WAY, 'more object')}`);
        const before = shown[index - 1] ?? -1;
        return element('li', {},
            before >= 0 ? data(pathOfReference(graph, before, step), '.key') : null, ' ', objectLink(graph, step), ' ',
            data(cut(summaryOf(graph, step), LONGEST_SUMMARY), '.summary'));
    })));
}

function referrers(graph, record) {
    const all = graph.referrers(record);
    const list = element('ul.plain');
    const more = element('button.more', { type: 'button', onclick: () => show(list.childElementCount + 100) });
    const show = (count) => {
        replace(list, all.slice(0, count).map(({ record: source, isConditional }) => element('li', {},
            objectLink(graph, source, { isConditional }), ' ', data(pathOfReference(graph, source, record), '.key'), ' ',
            data(cut(summaryOf(graph, source), LONGEST_SUMMARY), '.summary'))));
        more.hidden = count >= all.length;
        more.textContent = `Show more of ${number(all.length)}`;
    };
    show(REFERRERS_AT_ONCE);
    return element('section.referrers', {},
        element('h2', {}, `Referred to by ${counted(all.length, 'object')}`),
        all.length > 0 ? [list, more]
            : element('p', {}, record === 0 ? 'The root is where reading begins.' : 'Nothing refers to it.'));
}

/** What would go if it went. */
function consequences(graph, record) {
    const { dominators, groupOf } = graph;
    const gone = dominators.retained(record);
    const tallies = new Map();
    for (const other of gone) {
        if (other === record) continue;
        const tally = tallies.get(groupOf[other]) ?? { count: 0, bytes: 0 };
        tally.count++;
        tally.bytes += graph.size(other);
        tallies.set(groupOf[other], tally);
    }
    const classes = [...tallies].sort(([, left], [, right]) => right.bytes - left.bytes);
    const largest = classes[0]?.[1].bytes ?? 1;
    const hidden = classes.length - CLASSES_AT_ONCE;
    const holder = dominators.holder(record);
    return element('section.consequences', {},
        element('h2', {}, 'If it went: the retained size'),
        element('p', {}, element('strong', {}, bytes(dominators.retainedBytes(record))), ' would go',
            gone.length === 1 ? ', the object alone.'
                : `: the object and ${counted(gone.length - 1, 'other')} that only it leads to.`),
        classes.length === 0 ? null : element('table.bars', {}, element('tbody', {}, classes.slice(0, CLASSES_AT_ONCE)
            .map(([group, tally]) => element('tr', {},
                element('td', {}, classBadge(graph, group)), element('td.number', {}, number(tally.count)),
                element('td.number.bar', { style: { '--share': `${100 * tally.bytes / largest}%` } }, bytes(tally.bytes)))))),
        hidden > 0 ? element('p.hint', {}, `and ${counted(hidden, 'more class', 'more classes')}`) : null,
        holder < 0 ? null : element('p', {}, 'Retained by ', objectLink(graph, holder), ': it goes when that goes.'));
}
