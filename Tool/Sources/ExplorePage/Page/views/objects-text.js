import { plainFields, plainText, titleOf } from '../graph/summaries.js';
import { element } from './dom.js';
import { data, visible } from './text.js';

const FIELDS_IN_SUMMARY = 3;

/**
 * The address of an object's view. Objects are named by their ids, so that an address outlives a reload.
 *
 * @param {import('../graph/graph.js').Graph} graph
 * @param {number} record
 * @param {number} [steps] Of the picture of its neighborhood.
 */
export function addressOf(graph, record, steps = 1) {
    return `#object=${graph.id(record)}${steps === 1 ? '' : `&steps=${steps}`}`;
}

/** `Package 12`, as plain text. */
export function nameOf(graph, record) {
    if (record === 0) return 'Root';
    return `${visible(graph.groups[graph.groupOf[record]].label)} ${graph.id(record)}`;
}

/** The class of an object, with the color of its class. */
export function classBadge(graph, number) {
    const group = graph.groups[number];
    return element('span.class', { title: visible(group.name), style: hueOf(group) },
        element('span.dot', { 'aria-hidden': 'true' }), data(group.label));
}

/** The color of a class, as properties. The largest classes get colors that are far from each other. */
export function hueOf(group) {
    return { '--hue': `${(250 + group.rank * 137.5) % 360}`, '--chroma': group.rank < 24 && group.type >= 0 ? '1' : '0.15' };
}

/** A link to an object: class and number. */
export function objectLink(graph, record, { isConditional = false } = {}) {
    const link = element('a.object', {
        href: addressOf(graph, record), title: isConditional ? 'conditional: this reference does not hold its object' : null,
    });
    if (record === 0) link.append('Root');
    else link.append(classBadge(graph, graph.groupOf[record]), element('span.id', {}, ` ${graph.id(record)}`));
    if (isConditional) link.append(element('span.mark', {}, ' conditional'));
    return link;
}

/**
 * What tells an object from others of its class: its title, then its first texts and numbers.
 *
 * @returns {string}
 */
export function summaryOf(graph, record) {
    return graph.kept(findSummary, record);
}

function findSummary(graph, record) {
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return plainText(graph, value) ?? '';
    const title = titleOf(graph, record);
    const others = plainFields(graph, record).filter(({ at }) => at !== title?.at)
        .map(({ key, text }) => key === '' ? text : `${key}: ${text}`);
    return [...title === null ? [] : [title.text], ...others].slice(0, FIELDS_IN_SUMMARY).join(' · ');
}
