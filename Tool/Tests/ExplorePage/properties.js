import { cyclesOf, shortestCycle } from '../../Sources/ExplorePage/Page/graph/cycles.js';
import { DominatorTree } from '../../Sources/ExplorePage/Page/graph/dominators.js';
import { neighborhood } from '../../Sources/ExplorePage/Page/graph/neighborhood.js';
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
    for (let round = 0; round < 300; round++) await checkCycles(randomGraph(random), failures);
    checkNeighborhood(failures);
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

/** The objects of a group reach each other, and no others; a shortest cycle is one, and nothing is shorter. */
async function checkCycles(graph, failures) {
    const { count, edges } = graph;
    // The length of a shortest path of at least one reference, by the algorithm of Floyd and Warshall.
    const paths = Array.from({ length: count }, () => new Array(count).fill(Infinity));
    for (const { from, to, isConditional } of edges) {
        if (!isConditional) paths[from][to] = 1;
    }
    for (let middle = 0; middle < count; middle++) {
        for (let from = 0; from < count; from++) {
            for (let to = 0; to < count; to++) {
                paths[from][to] = Math.min(paths[from][to], paths[from][middle] + paths[middle][to]);
            }
        }
    }
    const isConnected = (one, other) => paths[one][other] + paths[other][one] < Infinity;
    const nodes = Array.from({ length: count }, (_, node) => node);
    const expected = new Set(nodes.filter((node) => isConnected(node, node))
        .map((node) => `${nodes.filter((other) => isConnected(node, other))}`));
    const groups = await cyclesOf(graph, async () => {});
    if (`${groups.map((group) => `${[...group]}`).sort()}` !== `${[...expected].sort()}`) {
        failures.push(`groups ${groups.map((group) => `[${[...group]}]`)}: ${JSON.stringify(edges)}`);
    }
    for (const node of nodes) {
        const cycle = shortestCycle(graph, node);
        const length = cycle.length === 0 ? Infinity : cycle.length - 1;
        const isCycle = cycle.every((each, step) => step === 0 ? each === node && cycle.at(-1) === node
            : paths[cycle[step - 1]][each] === 1);
        if (length !== paths[node][node] || !isCycle) failures.push(`cycle ${cycle} of ${node}: ${JSON.stringify(edges)}`);
    }
}

/** What an object owns stands to its right or is left out there, also if it refers back conditionally. */
function checkNeighborhood(failures) {
    const owned = Array.from({ length: 20 }, (_, index) => ({ record: index + 1, isConditional: false }));
    const graph = {
        references: (record) => record === 0 ? owned : [{ record: 0, isConditional: true }],
        referrers: (record) => record === 0 ? owned.map((each) => ({ ...each, isConditional: true }))
            : [{ record: 0, isConditional: false }],
    };
    for (let depth = 1; depth <= 4; depth++) {
        const { nodes } = neighborhood(graph, 0, depth);
        const columns = nodes.map(({ column }) => column);
        const hidden = nodes.reduce((sum, node) => sum + node.hidden, 0);
        const shown = nodes.filter(({ record }) => record > 0).length;
        if (Math.min(...columns) !== 0 || Math.max(...columns) !== 1 || shown + hidden !== 20) {
            failures.push(`neighborhood of depth ${depth}: ${JSON.stringify(nodes)}`);
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
