import { data, cut, visible } from './text.js';
import { element } from './dom.js';

const FIELDS_IN_SUMMARY = 3;
const TEXT_IN_SUMMARY = 60;
const FIELDS_LOOKED_AT = 24;
/** Keys of values by which people tell objects apart. */
const NAMES = new Set(['name', 'title', 'label', 'identifier', 'id']);

/** The address of an object's view. Objects are named by their ids, so that an address outlives a reload. */
export function addressOf(graph, record) {
    return `#object=${graph.archive.id(record)}`;
}

/** `Package 12`, as plain text. */
export function nameOf(graph, record) {
    if (record === 0) return 'Root';
    return `${visible(graph.groups[graph.groupOf[record]].label)} ${graph.archive.id(record)}`;
}

/** The class of an object, with the colour of its class. */
export function classBadge(graph, number) {
    const group = graph.groups[number];
    return element('span.class', { title: visible(group.name), style: hueOf(group) },
        element('span.dot', { 'aria-hidden': 'true' }), data(group.label));
}

/** The colour of a class, as properties. The largest classes get colours that are far from each other. */
export function hueOf(group) {
    return { '--hue': `${(250 + group.rank * 137.5) % 360}`, '--chroma': group.rank < 24 && group.type >= 0 ? '1' : '0.15' };
}

/** A link to an object: class and number. */
export function objectLink(graph, record, { isConditional = false } = {}) {
    const link = element('a.object', {
        href: addressOf(graph, record), title: isConditional ? 'conditional: this reference does not hold its object' : null,
    });
    if (record === 0) link.append('Root');
    else link.append(classBadge(graph, graph.groupOf[record]), element('span.id', {}, ` ${graph.archive.id(record)}`));
    if (isConditional) link.append(element('span.mark', {}, ' conditional'));
    return link;
}

/**
 * What tells an object from others of its class: its name where it has one, then its first texts and numbers.
 *
 * @returns {string}
 */
export function summaryOf(graph, record) {
    const value = graph.values.record(record);
    if (value.kind !== 'composite') return plain(value) ?? '';
    const { keys } = graph.archive;
    const names = [];
    const others = [];
    for (const { key, at } of graph.values.fields(value).slice(0, FIELDS_LOOKED_AT)) {
        const text = plain(graph.values.read(at));
        if (text === null || text === '') continue;
        if (names.length === 0 && NAMES.has(keys[key].toLowerCase())) names.push(text);
        else if (others.length < FIELDS_IN_SUMMARY) others.push(key === 0 ? text : `${keys[key]}: ${text}`);
    }
    return [...names, ...others].slice(0, FIELDS_IN_SUMMARY).join(' · ');
}

/** A plain value in few characters; `null` for other values. */
function plain(value) {
    switch (value.kind) {
        case 'string': return cut(value.value, TEXT_IN_SUMMARY);
        case 'integer': return `${value.value}`;
        case 'float': return `${value.value}`;
        case 'constant': return value.value === null ? null : `${value.value}`;
        default: return null;
    }
}
