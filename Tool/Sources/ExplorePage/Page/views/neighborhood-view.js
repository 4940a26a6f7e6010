import { neighborhood } from '../graph/neighborhood.js';
import { cut } from '../graph/readable.js';
import { drawn, element, replace } from './dom.js';
import { addressOf, hueOf, nameOf, summaryOf } from './objects-text.js';
import { number, visible } from './text.js';

const WIDTH = 172;
const HEIGHT = 40;
const COLUMN_GAP = 48;
const ROW_GAP = 12;
const MARGIN = 12;
const DEPTHS = [1, 2, 3, 4];
const TEXT_WIDTH = WIDTH - 20;
const DIGIT_WIDTH = 9;
const LONGEST_SUMMARY = 40;
/** Room for references within the last column. */
const BULGE = 40;
/** How often the columns are ordered by what they are connected to. */
const ROUNDS = 4;

/**
 * A picture of the objects around one: to the left who refers to it, to the right what it refers to.
 *
 * @param {import('../graph/graph.js').Graph} graph
 * @param {number} record
 * @param {number} steps How many steps in both directions the address asks for.
 */
export function neighborhoodView(graph, record, steps) {
    const picture = element('div.picture', { tabindex: '0', role: 'group', 'aria-label': 'Picture of the neighborhood' });
    const wanted = DEPTHS.includes(steps) ? steps : 1;
    const show = (depth) => {
        replace(picture, draw(graph, record, depth));
        // The object itself can be seen; the picture may be higher and wider than the page.
        requestAnimationFrame(() => {
            const frame = picture.getBoundingClientRect();
            const center = picture.querySelector('.center')?.getBoundingClientRect();
            if (center === undefined) return;
            picture.scrollTop += center.top + center.height / 2 - frame.top - frame.height / 2;
            picture.scrollLeft += center.left + center.width / 2 - frame.left - frame.width / 2;
        });
    };
    const change = (depth) => {
        show(depth);
        history.replaceState(history.state, '', addressOf(graph, record, depth));
    };
    const depths = DEPTHS.map((depth) => element('label', {},
        element('input', {
            type: 'radio', name: 'depth', value: depth, checked: depth === wanted, onchange: () => change(depth),
        }),
        String(depth)));
    show(wanted);
    return element('section.neighborhood', {},
        element('h2', {}, 'Neighborhood'),
        element('fieldset.depth', {}, element('legend', {}, 'Steps'), depths),
        element('p.hint', {}, 'Left: who refers to it. Right: what it refers to. Strong references place an object; conditional '
            + 'ones are dashed.'),
        picture);
}

function draw(graph, record, depth) {
    const { nodes, edges } = neighborhood(graph, record, depth);
    const columns = ordered(nodes, edges);
    const rows = Math.max(...columns.map((column) => column.length));
    const width = columns.length * (WIDTH + COLUMN_GAP) - COLUMN_GAP + 2 * MARGIN + BULGE;
    const height = rows * (HEIGHT + ROW_GAP) - ROW_GAP + 2 * MARGIN;
    const places = new Map();
    columns.forEach((column, index) => column.forEach((node, row) => places.set(node, {
        x: MARGIN + index * (WIDTH + COLUMN_GAP),
        y: MARGIN + (row + (rows - column.length) / 2) * (HEIGHT + ROW_GAP),
    })));
    return drawn('svg', {
        viewBox: `0 0 ${width} ${height}`, width, height, role: 'group',
        'aria-label': `${nodes.filter((node) => node.record >= 0).length} objects around ${nameOf(graph, record)}`,
    },
    drawn('defs', {}, drawn('marker', {
        id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse',
    }, drawn('path.arrow', { d: 'M0 0 8 4 0 8Z' }))),
    edges.map((edge) => line(places.get(edge.from), places.get(edge.to), edge.isConditional)),
    nodes.map((node) => box(graph, node, places.get(node), { isCenter: node.record === record, depth })));
}

/** The nodes of each column, ordered by the mean place of their neighbors: the barycenter method of Sugiyama (1981). */
function ordered(nodes, edges) {
    const least = Math.min(...nodes.map(({ column }) => column));
    const most = Math.max(...nodes.map(({ column }) => column));
    const columns = Array.from({ length: most - least + 1 }, (_, index) =>
        nodes.filter(({ column }) => column === index + least));
    const neighbors = new Map(nodes.map((node) => [node, []]));
    for (const { from, to } of edges) {
        if (from.column === to.column) continue;
        neighbors.get(from).push(to);
        neighbors.get(to).push(from);
    }
    for (let round = 0; round < ROUNDS; round++) {
        const rank = new Map();
        for (const column of columns) column.forEach((node, row) => rank.set(node, row - column.length / 2));
        const center = (node) => {
            const near = neighbors.get(node);
            return near.length === 0 ? 0 : near.reduce((sum, other) => sum + rank.get(other), 0) / near.length;
        };
        // What is left out comes last in any case.
        for (const column of columns) {
            column.sort((left, right) => (left.record < 0) - (right.record < 0) || center(left) - center(right));
        }
    }
    return columns;
}

function box(graph, node, { x, y }, { isCenter, depth }) {
    const frame = drawn('rect', { x, y, width: WIDTH, height: HEIGHT, rx: 8 });
    // Texts in a drawing of their own are cut at its edge.
    const texts = (width, ...lines) => drawn('svg', { x: x + 10, y, width, height: HEIGHT }, lines);
    if (node.record < 0) {
        return drawn('g.node.rest', {}, frame, texts(TEXT_WIDTH, drawn('text', { y: 25 }, `${number(node.hidden)} more`)));
    }
    const group = graph.groups[graph.groupOf[node.record]];
    const summary = visible(summaryOf(graph, node.record));
    const name = node.record === 0 ? 'Root' : visible(group.label);
    const id = node.record === 0 ? '' : String(graph.id(node.record));
    const nameY = summary === '' ? 25 : 17;
    return drawn(isCenter ? 'a.node.center' : 'a.node', {
        href: addressOf(graph, node.record, depth), style: hueOf(group), 'aria-current': isCenter ? 'true' : null,
    },
    drawn('title', {}, `${nameOf(graph, node.record)}\n${summary}`), frame,
    texts(TEXT_WIDTH - DIGIT_WIDTH * id.length, drawn('text.name', { y: nameY }, name)),
    texts(TEXT_WIDTH, drawn('text.id', { x: TEXT_WIDTH, y: nameY, 'text-anchor': 'end' }, id),
        drawn('text.summary', { y: 32 }, cut(summary.split(' · ')[0], LONGEST_SUMMARY))));
}

/** A curve from one box to another. Those within a column bulge to the right. */
function line(from, to, isConditional) {
    const [startY, endY] = [from.y + HEIGHT / 2, to.y + HEIGHT / 2];
    const attributes = { 'marker-end': 'url(#arrow)' };
    if (from.x === to.x) {
        const x = from.x + WIDTH;
        attributes.d = `M${x} ${startY}C${x + 40} ${startY} ${x + 40} ${endY + 4} ${x} ${endY + 4}`;
    } else {
        const isForward = from.x < to.x;
        const [startX, endX] = isForward ? [from.x + WIDTH, to.x] : [from.x, to.x + WIDTH];
        const bend = (endX - startX) / 2;
        attributes.d = `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`;
    }
    return drawn(isConditional ? 'path.edge.conditional' : 'path.edge', attributes);
}
