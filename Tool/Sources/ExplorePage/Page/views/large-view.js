import { largeValues } from '../graph/large-values.js';
import { pathTo } from '../graph/paths.js';
import { counted, cut } from '../graph/readable.js';
import { later } from '../work/slices.js';
import { blobPreview } from './blobs.js';
import { element } from './dom.js';
import { objectLink } from './objects-text.js';
import { amount, table } from './tables.js';
import { bytes, data } from './text.js';

const LISTED = 50;
const LONGEST_TEXT = 100;

/** The largest texts, binary values and arrays of numbers, and where they are. */
export function largeView({ graph }) {
    return [
        element('section.title', {}, element('h1', {}, 'Largest texts and blobs')),
        later('Looking at all values…', async (turn) => {
            const { strings, blobs } = await graph.once('large', () => largeValues(graph, LISTED, turn));
            return [
                element('h2', {}, 'Texts'), list(graph, 'Texts', strings, ({ value }) =>
                    element('span.string', {}, '“', data(cut(value, LONGEST_TEXT)), '”')),
                element('h2', {}, 'Blobs and arrays of numbers'), list(graph, 'Blobs', blobs, (value) => value.kind === 'packed'
                    ? `${counted(value.count, 'number')} of type ${value.element}` : blobPreview(graph.values.raw(value))),
            ];
        }),
    ];
}

function list(graph, label, values, shown) {
    if (values.length === 0) return element('p.hint', {}, 'None.');
    return table(label, ['What it is', 'Where', amount('Size')], values.map(({ entry: place, bytes: size }) => {
        const record = graph.recordAt(place);
        return [
            shown(graph.values.read(place)),
            element('td.where', {}, objectLink(graph, record), ' ',
                data(cut(pathTo(graph, record, place), LONGEST_TEXT), '.key')),
            bytes(size),
        ];
    }));
}
