import { cyclesOf, shortestCycle } from '../graph/cycles.js';
import { pathOfReference } from '../graph/paths.js';
import { counted, cut } from '../graph/readable.js';
import { later } from '../work/slices.js';
import { element } from './dom.js';
import { classBadge, objectLink, summaryOf } from './objects-text.js';
import { bytes, data, number } from './text.js';

const LISTED = 20;
const CLASSES_LISTED = 4;
const LONGEST_CYCLE = 16;
const LONGEST_SUMMARY = 60;

/** The groups of objects that lead to each other. */
export function cyclesView({ graph }) {
    return [
        element('section.title', {}, element('h1', {}, 'Cycles'),
            element('p.hint', {}, 'Groups of objects each of which leads to all others of its group. In a program that counts '
                + 'references such a group is freed only after one of these references is broken. Conditional references '
                + 'do not count.')),
        later('Following references…', async (turn) => groups(graph, await graph.once('cycles', () => cyclesOf(graph, turn)))),
    ];
}

function groups(graph, found) {
    const inside = found.reduce((sum, group) => sum + group.length, 0);
    return [
        element('p', {}, element('strong', {}, counted(found.length, 'group')), ` with ${counted(inside, 'object')}.`),
        found.slice(0, LISTED).map((group, index) => groupSection(graph, group, index)),
        found.length > LISTED ? element('p.hint', {}, `and ${counted(found.length - LISTED, 'smaller group')}`) : null,
    ];
}

function groupSection(graph, group, index) {
    const counts = new Map();
    let size = 0;
    for (const record of group) {
        counts.set(graph.groupOf[record], (counts.get(graph.groupOf[record]) ?? 0) + 1);
        size += graph.size(record);
    }
    const classes = [...counts].sort(([, left], [, right]) => right - left);
    const hidden = classes.length - CLASSES_LISTED;
    const cycle = shortestCycle(graph, group[0]);
    const shown = cycle.slice(0, LONGEST_CYCLE);
    const more = cycle.length - shown.length;
    return element('details.cycle', { open: index === 0 },
        element('summary', {}, element('strong', {}, counted(group.length, 'object')), `, ${bytes(size)}: `,
            // A comma stays with what it follows.
            classes.slice(0, CLASSES_LISTED).map(([number_, count], place) => [place > 0 ? ' ' : null,
                element('span.together', {}, `${number(count)} `, classBadge(graph, number_),
                    place < Math.min(CLASSES_LISTED, classes.length) - 1 ? ',' : null)]),
            hidden > 0 ? ` and ${counted(hidden, 'more class', 'more classes')}` : null),
        element('p.hint', {}, 'A shortest cycle in it:'),
        element('ol.way', {}, shown.map((record, step) => element('li', {},
            step === 0 ? null : data(pathOfReference(graph, shown[step - 1], record), '.key'), ' ',
            objectLink(graph, record), ' ',
            data(cut(summaryOf(graph, record), LONGEST_SUMMARY), '.summary'))),
        more > 0 ? element('li.hint', {}, counted(more, 'more object')) : null));
}
