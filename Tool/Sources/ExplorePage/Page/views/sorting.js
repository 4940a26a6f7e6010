import { element } from './dom.js';

/**
 * @typedef {object} Order How a list is sorted.
 * @property {number} column
 * @property {boolean} isAscending
 */

/**
 * The order that an address names.
 *
 * @param {URLSearchParams} parameters `sort`: the number of a column, `order`: `up` or `down`.
 * @param {{isNumber: boolean}[]} columns
 * @param {number} usual The column in whose absence.
 * @returns {Order}
 */
export function orderIn(parameters, columns, usual) {
    const named = Number(parameters.get('sort') ?? usual);
    const column = columns[named]?.title === undefined ? usual : named;
    const order = parameters.get('order');
    return { column, isAscending: order === 'up' || order !== 'down' && !columns[column].isNumber };
}

/**
 * A heading that sorts by its column, the other way round when it is chosen again.
 *
 * @param {object} options
 * @param {string} options.title
 * @param {boolean} options.isNumber Whether the largest come first at first.
 * @param {number} options.index Its number.
 * @param {Order} options.order
 * @param {(changes: Object<string, string>) => void} options.change Called with the parameters of the address to change.
 * @param {'th'|'span'} options.tag
 */
export function sortHead({ title, isNumber, index, order, change, tag }) {
    const isCurrent = order.column === index;
    const isAscending = isCurrent ? !order.isAscending : !isNumber;
    return element(isNumber ? `${tag}.number` : tag, {
        role: 'columnheader', 'aria-sort': isCurrent ? order.isAscending ? 'ascending' : 'descending' : 'none',
    }, element('button.sort', {
        type: 'button', onclick: () => change({ sort: String(index), order: isAscending ? 'up' : 'down' }),
    }, title));
}
