import { counted } from '../graph/readable.js';
import { element, replace } from './dom.js';
import { hueOf } from './objects-text.js';
import { bytes, data, percent, visible } from './text.js';
import { squarified } from './treemap.js';

/** Tiles that are smaller than this, in pixels, have no text. */
const LEAST_WIDTH = 56;
const LEAST_HEIGHT = 22;
const HEIGHT_WITH_SIZE = 40;
const TILE_LIMIT = 80;

/** The bytes of each class as areas. The tiles lead to the objects of the class. */
export function treemap(graph) {
    const groups = graph.groups.map((group, number) => ({ ...group, number })).filter(({ bytes: size }) => size > 0)
        .sort((left, right) => right.bytes - left.bytes).slice(0, TILE_LIMIT);
    const total = groups.reduce((sum, group) => sum + group.bytes, 0);
    const map = element('div.treemap', { role: 'group', 'aria-label': 'Bytes by class' });
    const layOut = () => {
        const { clientWidth: width, clientHeight: height } = map;
        if (width === 0 || height === 0) return;
        replace(map, squarified(groups.map((group) => group.bytes), width, height).map((place) =>
            tile(groups[place.index], place, { width, height, total })));
    };
    new ResizeObserver(layOut).observe(map);
    return map;
}

function tile(group, place, { width, height, total }) {
    const hasText = place.width >= LEAST_WIDTH && place.height >= LEAST_HEIGHT;
    const what = `${counted(group.count, 'object')}, ${bytes(group.bytes)}, ${percent(group.bytes, total)}`;
    const share = (part, whole) => `${100 * part / whole}%`;
    return element('a.tile', {
        href: `#class=${group.number}`, title: `${visible(group.name)}\n${what}`,
        'aria-label': `${visible(group.label)}: ${what}`,
        // Shares, so that it can be printed with another width.
        style: {
            ...hueOf(group), left: share(place.x, width), top: share(place.y, height),
            width: share(place.width, width), height: share(place.height, height),
        },
    }, hasText ? [
        element('strong', {}, data(group.label)),
        place.height < HEIGHT_WITH_SIZE ? null
            : element('span', {}, `${bytes(group.bytes)} · ${counted(group.count, 'object')}`),
    ] : null);
}
