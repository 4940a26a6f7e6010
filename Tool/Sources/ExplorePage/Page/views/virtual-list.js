import { element, replace } from './dom.js';

/** Browsers do not take elements that are much higher. */
const MAX_HEIGHT = 8_000_000;
const EXTRA_ROWS = 8;

/** A list of any number of rows of one height, of which only those are made that can be seen. Its first row is a head. */
export class VirtualList {
    /**
     * @param {object} options
     * @param {() => number} options.rowHeight In pixels; may change with the width of the page.
     * @param {string} options.label For screen readers.
     * @param {HTMLElement} options.head The row of headings, with the role of a row.
     * @param {(index: number) => HTMLElement} options.makeRow
     * @param {(index: number) => void} options.onOpen Called for a double click or Return.
     * @param {(index: number) => void} options.onSelect Called for a click.
     */
    constructor({ rowHeight, label, head, makeRow, onOpen, onSelect }) {
        Object.assign(this, { rowHeightNow: rowHeight, head, makeRow, onOpen, onSelect });
        this.count = 0;
        this.selected = 0;
        head.setAttribute('aria-rowindex', '1');
        this.space = element('div.space', { role: 'rowgroup' });
        this.node = element('div.rows', {
            tabindex: '0', role: 'grid', 'aria-label': label, onscroll: () => this.draw(), onkeydown: (event) => this.move(event),
        }, element('div.heads', { role: 'rowgroup' }, head), this.space);
        this.rowHeight = rowHeight();
        this.height = 0;
        new ResizeObserver(() => this.resize()).observe(this.node);
    }

    /**
     * Shows other rows.
     *
     * @param {number} count
     * @param {number} [selected] The row that is selected, and can be seen.
     */
    reset(count, selected = 0) {
        this.count = count;
        this.node.setAttribute('aria-rowcount', String(count + 1));
        this.resize();
        this.node.scrollTop = 0;
        this.select(selected);
    }

    /** Takes another width of the page, for which rows may have another height. */
    resize() {
        this.rowHeight = this.rowHeightNow();
        this.height = Math.min(MAX_HEIGHT, this.count * this.rowHeight);
        this.space.style.height = `${this.height}px`;
        this.draw();
    }

    /** The height in which rows can be seen, which is below the head. */
    get viewHeight() {
        return this.node.clientHeight - this.head.offsetHeight;
    }

    /** The first row that can be seen, with a fraction. Long lists move on by more than a row for each height of a row. */
    get firstRow() {
        const room = this.height - this.viewHeight;
        if (room <= 0) return 0;
        const last = Math.max(0, this.count - this.viewHeight / this.rowHeight);
        return Math.min(1, this.node.scrollTop / room) * last;
    }

    draw() {
        if (this.node.clientHeight === 0) return;
        const first = this.firstRow;
        const start = Math.max(0, Math.floor(first) - EXTRA_ROWS);
        const end = Math.min(this.count, Math.ceil(first + this.viewHeight / this.rowHeight) + EXTRA_ROWS);
        const rows = [];
        for (let index = start; index < end; index++) rows.push(this.row(index, first));
        replace(this.space, rows);
        const isDrawn = this.selected >= start && this.selected < end;
        if (isDrawn) this.node.setAttribute('aria-activedescendant', `row-${this.selected}`);
        else this.node.removeAttribute('aria-activedescendant');
    }

    row(index, first) {
        const row = this.makeRow(index);
        row.id = `row-${index}`;
        row.setAttribute('role', 'row');
        row.setAttribute('aria-rowindex', String(index + 2));
        if (index === this.selected) row.setAttribute('aria-selected', 'true');
        row.style.transform = `translateY(${this.node.scrollTop + (index - first) * this.rowHeight}px)`;
        // The rows are reached by the arrow keys.
        for (const link of row.querySelectorAll('a')) link.tabIndex = -1;
        row.addEventListener('click', () => {
            this.select(index);
            this.onSelect(index);
        });
        row.addEventListener('dblclick', () => this.onOpen(index));
        return row;
    }

    select(index) {
        if (this.count === 0) {
            this.draw();
            return;
        }
        this.selected = Math.max(0, Math.min(this.count - 1, index));
        const first = this.firstRow;
        const whole = Math.max(1, Math.floor(this.viewHeight / this.rowHeight));
        if (this.selected < first) this.scrollTo(this.selected);
        else if (this.selected >= first + whole) this.scrollTo(this.selected - whole + 1);
        this.draw();
    }

    scrollTo(row) {
        const room = this.height - this.viewHeight;
        const last = Math.max(1, this.count - this.viewHeight / this.rowHeight);
        this.node.scrollTop = row / last * room;
    }

    move(event) {
        if (event.target !== this.node) return;
        const page = Math.max(1, Math.floor(this.viewHeight / this.rowHeight) - 1);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
        if (event.key === 'Enter' && this.count > 0) this.onOpen(this.selected);
        else if (event.key in steps) this.select(this.selected + steps[event.key]);
        else return;
        event.preventDefault();
    }
}
