import { element, replace } from './dom.js';

/** Browsers do not take elements that are much higher. */
const MAX_HEIGHT = 8_000_000;
const EXTRA_ROWS = 8;

/** A list of any number of rows of one height, of which only those are made that can be seen. */
export class VirtualList {
    /**
     * @param {object} options
     * @param {number} options.rowHeight In pixels.
     * @param {string} options.label For screen readers.
     * @param {(index: number) => HTMLElement} options.makeRow
     * @param {(index: number) => void} options.onOpen Called for a double click or Return.
     */
    constructor({ rowHeight, label, makeRow, onOpen }) {
        this.rowHeight = rowHeight;
        this.makeRow = makeRow;
        this.onOpen = onOpen;
        this.count = 0;
        this.selected = 0;
        this.space = element('div.space');
        this.node = element('div.rows', {
            tabindex: '0', role: 'grid', 'aria-label': label, onscroll: () => this.draw(), onkeydown: (event) => this.move(event),
        }, this.space);
        new ResizeObserver(() => this.draw()).observe(this.node);
    }

    /** Shows other rows, from the first. */
    reset(count) {
        this.count = count;
        this.selected = 0;
        this.height = Math.min(MAX_HEIGHT, count * this.rowHeight);
        this.space.style.height = `${this.height}px`;
        this.node.setAttribute('aria-rowcount', String(count));
        this.node.scrollTop = 0;
        this.draw();
    }

    /** How many rows fit. */
    get shownCount() {
        return Math.ceil(this.node.clientHeight / this.rowHeight);
    }

    /** The first row that can be seen, with a fraction. Long lists move on by more than a row for each height of a row. */
    get firstRow() {
        const room = this.height - this.node.clientHeight;
        if (room <= 0) return 0;
        const last = Math.max(0, this.count - this.node.clientHeight / this.rowHeight);
        return Math.min(1, this.node.scrollTop / room) * last;
    }

    draw() {
        if (this.node.clientHeight === 0) return;
        const first = this.firstRow;
        const start = Math.max(0, Math.floor(first) - EXTRA_ROWS);
        const end = Math.min(this.count, Math.ceil(first) + this.shownCount + EXTRA_ROWS);
        const rows = [];
        for (let index = start; index < end; index++) {
            const row = this.makeRow(index);
            row.setAttribute('role', 'row');
            row.setAttribute('aria-rowindex', String(index + 1));
            if (index === this.selected) row.setAttribute('aria-selected', 'true');
            row.style.transform = `translateY(${this.node.scrollTop + (index - first) * this.rowHeight}px)`;
            row.addEventListener('click', () => this.select(index));
            row.addEventListener('dblclick', () => this.onOpen(index));
            rows.push(row);
        }
        replace(this.space, rows);
    }

    select(index) {
        if (this.count === 0) return;
        this.selected = Math.max(0, Math.min(this.count - 1, index));
        const first = this.firstRow;
        const whole = Math.floor(this.node.clientHeight / this.rowHeight);
        if (this.selected < first) this.scrollTo(this.selected);
        else if (this.selected >= first + whole) this.scrollTo(this.selected - whole + 1);
        this.draw();
    }

    scrollTo(row) {
        const room = this.height - this.node.clientHeight;
        const last = Math.max(1, this.count - this.node.clientHeight / this.rowHeight);
        this.node.scrollTop = row / last * room;
    }

    move(event) {
        if (event.target !== this.node) return;
        const page = Math.max(1, this.shownCount - 1);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
        if (event.key === 'Enter') this.onOpen(this.selected);
        else if (event.key in steps) this.select(this.selected + steps[event.key]);
        else return;
        event.preventDefault();
    }
}
