import { compare } from '../graph/comparison.js';
import { counted, cut } from '../graph/readable.js';
import { later } from '../work/slices.js';
import { element } from './dom.js';
import { nameOf, objectLink, summaryOf } from './objects-text.js';
import { amount, table } from './tables.js';
import { bytes, data, number } from './text.js';

const LISTED = 50;
const FIELDS_LISTED = 3;
const LONGEST_FIELD = 90;

/** What differs between the archive and another one. */
export function compareView({ graph, app, fileName }) {
    const { comparison } = app;
    const chooser = element('input', {
        type: 'file', hidden: true, 'aria-label': 'The other archive',
        onchange: () => {
            const [file] = chooser.files;
            if (file !== undefined) app.compareWith(file.name, { file });
        },
    });
    return [
        element('section.title', { 'data-drop': '' }, element('h1', {}, 'Compare'),
            element('p.lead', {}, data(fileName), ' with ',
                comparison.name === '' ? 'another archive' : data(comparison.name), '.'),
            element('p.hint', {}, 'Drop the other archive here, or choose it. Objects are equal if their plain values are and '
                + 'those of the objects to which they refer; the rest is matched by class and name. A set in another order is '
                + 'different, as an archive does not tell it from an array. For sets, use “graphz diff --ignore-order”.'),
            element('button', { type: 'button', onclick: () => chooser.click() }, 'Choose the other archive…'), chooser,
            comparison.message === '' ? null : element('p', { role: 'status' }, comparison.message)),
        comparison.graph === null ? null : later('Comparing objects…', async (turn) => {
            const other = comparison.graph;
            return result(graph, other, await other.once('comparison', () => compare(graph, other, turn)));
        }),
    ];
}

function result(left, right, { classes, equalCount, onlyLeft, onlyRight, changed }) {
    const figures = [['Equal', equalCount], ['Different', changed.length], ['Only in this one', onlyLeft.length],
        ['Only in the other', onlyRight.length]];
    const isSame = classes.length === 0 && onlyLeft.length === 0 && onlyRight.length === 0 && changed.length === 0;
    return [
        element('h2', {}, isSame ? 'The objects are the same' : 'Objects'),
        element('dl.figures', {}, figures.map(([name, count]) =>
            element('div', {}, element('dt', {}, name), element('dd', {}, number(count))))),
        classes.length === 0 ? null : [
            element('h2', {}, 'By class'),
            table('By class', ['Class', amount('Here'), amount('There'), amount('Objects'), amount('Size')],
                classes.slice(0, LISTED).map(({ name, counts, bytes: sizes }) => [
                    data(name), number(counts[0]), number(counts[1]), signed(counts[1] - counts[0], number),
                    signed(sizes[1] - sizes[0], bytes),
                ])),
            rest(classes.length),
        ],
        changed.length === 0 ? null : [
            element('h2', {}, 'Different'),
            table('Different', ['Object here', 'What it says', 'What is different there'],
                changed.slice(0, LISTED).map((each) => [
                    objectLink(left, each.left), element('td.summary', {}, data(summaryOf(left, each.left))),
                    fields(each.fields()),
                ])),
            rest(changed.length),
        ],
        only('Only in this one', onlyLeft, (record) => objectLink(left, record), (record) => summaryOf(left, record)),
        only('Only in the other', onlyRight, (record) => nameOf(right, record), (record) => summaryOf(right, record)),
    ];
}

function signed(difference, text) {
    return difference === 0 ? '0' : `${difference < 0 ? '−' : '+'}${text(Math.abs(difference))}`;
}

function fields(list) {
    if (list.length === 0) return element('span.mark', {}, 'its value, or what it refers to');
    const more = list.length - FIELDS_LISTED;
    return [
        list.slice(0, FIELDS_LISTED).map((text) => element('div', {}, data(cut(text, LONGEST_FIELD)))),
        more > 0 ? element('div.hint', {}, counted(more, 'more field')) : null,
    ];
}

function only(title, records, shown, summary) {
    if (records.length === 0) return null;
    return [
        element('h2', {}, title),
        table(title, ['Object', 'What it says'], records.slice(0, LISTED).map((record) => [
            shown(record), element('td.summary', {}, data(summary(record))),
        ])),
        rest(records.length),
    ];
}

function rest(count) {
    return count > LISTED ? element('p.hint', {}, `and ${number(count - LISTED)} more`) : null;
}
