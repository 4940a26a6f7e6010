/** How many objects a picture shows, and how many neighbors of one object: fewer the farther away it is. */
const NODE_LIMIT = 64;
const FAN_LIMITS = [10, 5, 3, 2];

/**
 * @typedef {object} Node An object in the picture, or how many more there are.
 * @property {number} record -1 for those that are left out.
 * @property {number} column Negative for who refers to it, positive for what it refers to.
 * @property {number} hidden How many neighbors are left out.
 */

/**
 * The objects around one, in columns by their distance.
 *
 * @param {import('./graph.js').Graph} graph
 * @param {number} center
 * @param {number} depth How many steps in both directions: 1 to 4.
 * @returns {{nodes: Node[], edges: {from: Node, to: Node, isConditional: boolean}[]}}
 */
export function neighborhood(graph, center, depth) {
    const nodes = [{ record: center, column: 0, hidden: 0 }];
    const known = new Map([[center, nodes[0]]]);
    const edges = [];
    /** Those for which there is no room. A conditional reference does not place them elsewhere. */
    const leftOut = new Set();
    // Strong references place an object: it stands to the left if it owns the center, even if that refers back to it.
    for (const isConditional of [false, true]) {
        for (const direction of [1, -1]) {
            const limit = direction === 1 ? (NODE_LIMIT + nodes.length) / 2 : NODE_LIMIT;
            let level = [nodes[0]];
            for (let step = 1; step <= depth; step++) {
                const column = direction * step;
                for (const node of level) addNeighbors(node, direction, column, limit, isConditional);
                level = nodes.filter((node) => node.column === column && node.record >= 0);
            }
        }
    }
    addRemainingEdges();
    return { nodes, edges };

    function addNeighbors(node, direction, column, limit, isConditional) {
        const neighbors = direction === 1 ? graph.references(node.record) : graph.referrers(node.record);
        let added = 0;
        let hidden = 0;
        for (const { record, isConditional: isOnlyConditional } of neighbors) {
            if (isOnlyConditional !== isConditional || known.has(record) || isConditional && leftOut.has(record)) continue;
            if (added >= FAN_LIMITS[Math.abs(column) - 1] || nodes.length >= limit) {
                hidden++;
                leftOut.add(record);
                continue;
            }
            const neighbor = { record, column, hidden: 0 };
            known.set(record, neighbor);
            nodes.push(neighbor);
            added++;
        }
        if (hidden > 0) {
            const rest = restOf(column);
            rest.hidden += hidden;
            edges.push(direction === 1 ? { from: node, to: rest, isConditional }
                : { from: rest, to: node, isConditional });
        }
    }

    /** The node that stands for all that are left out of a column. */
    function restOf(column) {
        let rest = nodes.find((node) => node.record < 0 && node.column === column);
        if (rest === undefined) {
            rest = { record: -1, column, hidden: 0 };
            nodes.push(rest);
        }
        return rest;
    }

    /** All references between the objects that are shown. */
    function addRemainingEdges() {
        for (const from of known.values()) {
            for (const { record, isConditional } of graph.references(from.record)) {
                const to = known.get(record);
                if (to !== undefined) edges.push({ from, to, isConditional });
            }
        }
    }
}
