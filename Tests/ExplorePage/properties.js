import { DominatorTree } from '../../Sources/ExplorePage/Page/graph/dominators.js';
import { squarified } from '../../Sources/ExplorePage/Page/views/treemap.js';

const CONDITIONAL = 0x80000000;

/** Random numbers that a seed repeats: mulberry32. */
function generator(seed) {
    return (limit) => {
        seed = seed + 0x6D2B79F5 | 0;
        let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) % limit;
    };
}

/**
 * Checks what must hold for any graph and any sizes.
 *
 * @param {number} seed
 * @returns {Promise<string[]>} What does not hold.
 */
export async function checkProperties(seed) {
    const random = generator(seed);
    const failures = [];
    for (let round = 0; round < 300; round++) await checkDominators(randomGraph(random), failures);
    for (let round = 0; round < 300; round++) checkTreemap(random, failures);
    return failures;
}

/** A graph with what a dominator tree asks for; some of its references are conditional. */
function randomGraph(random) {
    const count = 1 + random(12);
    const edges = Array.from({ length: random(3 * count) }, () => ({
        from: random(count), to: random(count), isConditional: random(5) === 0,
    }));
    const list = (from, to) => {
        const first = new Uint32Array(count + 1);
        const ends = [];
        for (let node = 0; node < count; node++) {
            for (const edge of edges) {
                if (edge[from] === node) ends.push((edge[to] | (edge.isConditional ? CONDITIONAL : 0)) >>> 0);
            }
            first[node + 1] = ends.length;
        }
        return [Uint32Array.from(ends), first];
    };
    const [targets, firstTargets] = list('from', 'to');
    const [sources, firstSources] = list('to', 'from');
    return { count, edges, targets, firstTargets, sources, firstSources, size: (node) => node + 1 };
}

/** What is reached from the root without going through one node. */
function reached({ edges }, without) {
    const found = new Set(without === 0 ? [] : [0]);
    for (let size = -1; size !== found.size;) {
        size = found.size;
        for (const { from, to, isConditional } of edges) {
            if (!isConditional && found.has(from) && to !== without) found.add(to);
        }
    }
    return found;
}

async function checkDominators(graph, failures) {
    const tree = new DominatorTree(graph);
    await tree.prepare(async () => {});
    const all = reached(graph, -1);
    for (let node = 0; node < graph.count; node++) {
        const left = reached(graph, node);
        // What is not reached at all goes alone.
        const gone = all.has(node) ? [...all].filter((other) => !left.has(other)) : [node];
        const bytes = gone.reduce((sum, other) => sum + graph.size(other), 0);
        const actual = [...tree.retained(node)];
        if (`${actual.sort()}` !== `${gone.sort()}` || bytes !== tree.retainedBytes(node)) {
            failures.push(`without ${node} go ${gone}, not ${actual}: ${JSON.stringify(graph.edges)}`);
        }
    }
}

/** Tiles have their areas, lie inside, and do not overlap. */
function checkTreemap(random, failures) {
    const sizes = Array.from({ length: 1 + random(20) }, () => 1 + random(1000)).sort((left, right) => right - left);
    const [width, height] = [1 + random(500), 1 + random(500)];
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const tiles = squarified(sizes, width, height);
    const isNear = (left, right) => Math.abs(left - right) < 1e-6 * width * height;
    const overlap = (one, other, start, size) =>
        Math.min(one[start] + one[size], other[start] + other[size]) - Math.max(one[start], other[start]);
    const areSound = tiles.length === sizes.length && tiles.every((tile, index) => tile.index === index
        && isNear(tile.width * tile.height, sizes[index] / total * width * height)
        && tile.x > -1e-6 && tile.y > -1e-6 && tile.x + tile.width < width + 1e-6 && tile.y + tile.height < height + 1e-6
        && tiles.slice(0, index).every((other) =>
            overlap(tile, other, 'x', 'width') < 1e-6 || overlap(tile, other, 'y', 'height') < 1e-6));
    if (!areSound) failures.push(`tiles of ${sizes} in ${width} × ${height}: ${JSON.stringify(tiles)}`);
}
