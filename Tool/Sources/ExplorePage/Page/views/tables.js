import { element } from './dom.js';

/**
 * A table that scrolls where the screen is narrow.
 *
 * @param {string} label For screen readers.
 * @param {(string|{title: string, isNumber: boolean, node?: HTMLElement})[]} heads A string is the title of a column of text; a
 *     node is taken as it is.
 * @param {Array[]} rows The contents of the cells. One that is an element `td` is taken as it is.
 * @param {string} [classes] Such as `.classes`.
 */
export function table(label, heads, rows, classes = '') {
    const columns = heads.map((head) => typeof head === 'string' ? { title: head, isNumber: false } : head);
    const cell = (content, index) => content instanceof HTMLTableCellElement ? content
        : element(columns[index].isNumber ? 'td.number' : 'td', { 'data-title': columns[index].title }, content);
    return element('div.scroll', { tabindex: '0', role: 'group', 'aria-label': label }, element(`table${classes}`, {},
        element('thead', {}, element('tr', {}, columns.map(({ title, isNumber, node }) =>
            node ?? element(isNumber ? 'th.number' : 'th', { scope: 'col' }, title)))),
        element('tbody', {}, rows.map((row) => element('tr', {}, row.map(cell))))));
}

/** The head of a column of numbers. */
export const amount = (title) => ({ title, isNumber: true });

/** A cell with a bar behind its text that grows to the right. */
export function barCell(title, share, ...content) {
    return element('td.number.bar', { 'data-title': title, style: { '--share': `${100 * share}%` } }, content);
}
