/**
 * @typedef {object} Tile
 * @property {number} index Which of the sizes it stands for.
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * Divides a rectangle into tiles with given areas that are nearly square: "Squarified Treemaps" by Bruls, Huizing and van Wijk
 * (2000).
 *
 * @param {number[]} sizes Positive, the largest first.
 * @param {number} width Of the rectangle.
 * @param {number} height
 * @returns {Tile[]}
 */
export function squarified(sizes, width, height) {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const areas = sizes.map((size) => size / total * width * height);
    const tiles = [];
    let [x, y] = [0, 0];
    let first = 0;
    while (first < areas.length) {
        const side = Math.min(width, height);
        let end = first + 1;
        let sum = areas[first];
        const ratioWith = (last, all) => worstRatio(areas[first], areas[last], all, side);
        // A row takes tiles as long as the worst of them becomes squarer.
        while (end < areas.length && ratioWith(end, sum + areas[end]) <= ratioWith(end - 1, sum)) sum += areas[end++];
        const depth = side > 0 ? sum / side : 0;
        const isColumn = height <= width;
        let along = 0;
        for (let index = first; index < end; index++) {
            const length = depth > 0 ? areas[index] / depth : 0;
            tiles.push(isColumn ? { index, x, y: y + along, width: depth, height: length }
                : { index, x: x + along, y, width: length, height: depth });
            along += length;
        }
        if (isColumn) [x, width] = [x + depth, width - depth];
        else [y, height] = [y + depth, height - depth];
        first = end;
    }
    return tiles;
}

/** The worst ratio of sides in a row whose tiles have areas from `largest` to `smallest`, `sum` in all. */
function worstRatio(largest, smallest, sum, side) {
    const square = side * side;
    return Math.max(square * largest / (sum * sum), sum * sum / (square * smallest));
}
