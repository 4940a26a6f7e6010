import { Largest } from '../graph/largest.js';
import { counted } from '../graph/readable.js';
import { element } from './dom.js';
import { objectLink, summaryOf } from './objects-text.js';
import { amount, table } from './tables.js';
import { bytes, data, number, percent } from './text.js';
import { treemap } from './treemap-view.js';

const LARGEST_COUNT = 10;

/**
 * What the file is, where its bytes are, and the objects that hold most.
 *
 * @param {object} context
 * @param {object} context.graph The graph, or what `prepare` hands over as listed.
 */
export function overview({ graph, fileName, fileSize, note }) {
    return [
        element('section', {},
            element('h1', {}, data(fileName)),
            element('p.lead', {}, description(graph), note === '' ? null : ` ${note}`),
            element('dl.figures', {}, figures(graph, fileSize).map(([name, value, note]) => element('div', {},
                element('dt', {}, name), element('dd', {}, value), note ? element('dd.note', {}, note) : null)))),
        element('section', {},
            element('h2', {}, 'Bytes by class'),
            element('p.hint', {}, 'Values inside of objects count with the object. Choose a class to see its fields.'),
            treemap(graph)),
        largest(graph),
        blocks(graph.container),
        metadata(graph.container),
    ];
}

function description({ container, archive }) {
    const isChecked = archive !== undefined;
    const values = isChecked ? 'Every value was checked.' : 'Checking its values…';
    if (container === null) return `A raw archive, without compression or checksums. ${values}`;
    const codec = { none: 'without compression', zlib: 'compressed with zlib', lz4: 'compressed with LZ4' }[container.codec];
    const filter = container.hasFilter ? ', its fields sorted by the filter' : '';
    const checked = isChecked ? 'Every checksum and every value was checked.' : `Every checksum was checked. ${values}`;
    return `An archive ${codec}${filter}. ${checked}`;
}

function figures(graph, fileSize) {
    const { byteCount, container, groups } = graph;
    const classes = groups.filter(({ isClass, count }) => isClass && count > 0).length;
    const result = [
        ['Objects', number(graph.count - 1), null],
        ['Classes', number(classes), counted(graph.types.length - groups.filter(({ isClass }) => isClass).length,
            'type of values', 'types of values')],
        ['References', graph.targets ? number(graph.targets.length) : '…', graph.missingCount > 0
            ? `and ${counted(graph.missingCount, 'conditional one')} to what is not there` : null],
        ['Strings', graph.strings ? number(graph.strings.length / 2) : '…', null],
        ['Raw', bytes(byteCount), `format version 1`],
    ];
    if (container !== null) {
        result.push(['File', bytes(fileSize), `${percent(fileSize, byteCount)} of raw`]);
    }
    return result;
}

/** The objects with which most would go. */
function largest(graph) {
    const heading = element('h2', {}, 'Objects that hold most');
    if (!graph.isComplete) {
        return element('section', { 'aria-busy': 'true' }, heading, element('p.hint', {}, 'Working that out…'));
    }
    const { dominators, count } = graph;
    const best = new Largest(LARGEST_COUNT);
    for (let record = 1; record < count; record++) best.add(record, dominators.retainedBytes(record));
    if (best.list.length === 0) return null;
    const heads = ['Object', 'What it says', amount('Retained size'), amount('Objects'), amount('Its own size')];
    return element('section', {}, heading,
        element('p.hint', {}, 'The retained size of an object is what would go if it went: all that is reached only through it.'),
        table('Objects that hold most', heads, best.list.map(({ entry: record, bytes: held }) => [
            objectLink(graph, record), element('td.summary', {}, data(summaryOf(graph, record))),
            bytes(held), number(dominators.retained(record).length), bytes(graph.size(record)),
        ])));
}

/** How well each block is compressed, as a strip. */
function blocks(container) {
    if (container === null || container.blocks.length < 2) return null;
    const { blocks: list } = container;
    return element('section', {},
        element('h2', {}, 'Blocks'),
        element('p.hint', {},
            `${number(list.length)} blocks of ${bytes(container.blockSize)}. The higher, the less it was compressed.`),
        element('div.blocks', { role: 'img', 'aria-label': `${list.length} blocks` }, list.map((block, index) =>
            element('span', {
                title: `Block ${index}: ${bytes(block.plain)} in ${bytes(block.stored)}, at byte ${number(block.offset)}`,
                style: { '--share': `${Math.max(2, 100 * block.stored / block.plain)}%` },
            }))));
}

function metadata(container) {
    if (container === null || container.metadata.length === 0) return null;
    return element('section', {},
        element('h2', {}, 'Metadata'),
        element('table', {}, element('tbody', {}, container.metadata.map(([name, value]) =>
            element('tr', {}, element('th', { scope: 'row' }, data(name)), element('td', {}, data(value)))))));
}
