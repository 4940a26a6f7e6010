import { counted, cut, digits, readable } from '../graph/readable.js';
import { blobView } from './blobs.js';
import { element } from './dom.js';
import { longText } from './long-text.js';
import { classBadge, objectLink, summaryOf } from './objects-text.js';
import { copyButton, saveButton } from './saving.js';
import { data, number } from './text.js';

/** How many fields or elements are listed at once; longer lists are divided into ranges. */
const RANGE = 100;
/** Texts from this length on can be saved and copied. */
const LONG_TEXT = 400;
const LONGEST_SUMMARY = 80;

/** Shows the values of an object. What is inside of others is made when it is opened. */
export class ValueTree {
    /**
     * @param {import('../graph/graph.js').Graph} graph
     * @param {import('./app.js').App} app
     */
    constructor(graph, app) {
        this.graph = graph;
        this.announce = (text) => app.announce(text);
        this.values = graph.values;
    }

    /** The value of a record, with all of its fields. */
    record(record) {
        const value = this.values.record(record);
        const children = this.children(value);
        return element('ul.values', {}, children === null ? this.item(null, value) : children());
    }

    /** One value behind its label. */
    item(label, value, key) {
        const children = this.children(value);
        const head = [label === null ? null : [label, element('span.colon', {}, ': ')], this.shown(value, key)];
        if (children === null) return element('li', {}, head);
        return element('li', {}, lazily(head, () => element('ul.values', {}, children())));
    }

    itemAt(label, at, key) {
        return this.item(label, this.values.read(at), key);
    }

    /** A value without what is inside; behind it the date or the color that it stands for. */
    shown(value, key) {
        const { graph } = this;
        const known = readable(graph, value, key);
        if (known === null) return this.plainlyShown(value);
        if (value.kind === 'packed') return [element('span.integer', {}, known), element('span.mark', {}, ' UUID')];
        return [this.plainlyShown(value),
            value.kind === 'composite' ? ' ' : null,
            value.kind === 'composite' ? element('span.swatch', { 'aria-hidden': 'true', style: { '--color': known } }) : null,
            element('span.mark', {}, ` ${known}`)];
    }

    plainlyShown(value) {
        const { graph } = this;
        switch (value.kind) {
            case 'string': return this.string(value);
            case 'integer': return element('span.integer', {}, `${value.value}`);
            case 'float': return element('span.float', {}, digits(value),
                element('span.mark', {}, ` in ${value.width * 8} bits`));
            case 'constant': return element('span.constant', {}, value.value === null ? 'nil' : `${value.value}`);
            case 'reference': case 'conditional': return this.reference(value);
            case 'composite': return classBadge(graph, graph.archive.shapes[value.shape].type);
            case 'typed': return element('span.mark', {}, 'a value of type ', data(graph.archive.types[value.type].readableName));
            case 'some': return element('span.mark', {}, 'optional that is present');
            case 'sequence': return element('span.mark', {}, counted(value.count, 'element'));
            case 'map': return element('span.mark', {}, counted(value.count, 'pair'));
            case 'packed': return this.packed(value);
            default: return element('span.mark', {}, counted(value.count, 'byte'));
        }
    }

    string(value) {
        const text = longText(value.value, ['“', '”']);
        if (value.value.length <= LONG_TEXT) return text;
        return [text, ' ', saveButton(() => new Blob([value.value]), `${this.fileName(value)}.txt`), ' ',
            copyButton(() => value.value, 'Copy', this.announce)];
    }

    reference({ kind, value: id }) {
        const record = this.graph.archive.records.recordOfID[id];
        if (record < 0) return element('span.mark', {}, `conditional reference to ${id}, which is not in the archive`);
        return [
            '→ ', objectLink(this.graph, record, { isConditional: kind === 'conditional' }), ' ',
            data(cut(summaryOf(this.graph, record), LONGEST_SUMMARY), '.summary'),
        ];
    }

    packed(value) {
        const shown = Math.min(value.count, 16);
        const elements = Array.from({ length: shown }, (_, index) => this.packedElement(value, index));
        return [
            element('span.integer', {}, `[${elements.join(', ')}${value.count > shown ? ', …' : ''}]`),
            element('span.mark', {}, ` ${number(value.count)} × ${value.element}`),
        ];
    }

    packedElement(value, index) {
        const element = this.values.element(value, index);
        return value.element.startsWith('float') ? digits({ value: element, width: value.width }, true) : `${element}`;
    }

    /** Makes the items of what is inside; `null` when nothing is. */
    children(value) {
        const { values } = this;
        switch (value.kind) {
            case 'composite':
                return () => {
                    const fields = values.fields(value);
                    return ranges(0, fields.length, (index) => {
                        const { key, at } = fields[index];
                        return this.itemAt(this.fieldLabel(key, index), at, this.graph.archive.keys[key]);
                    });
                };
            case 'some': case 'typed': return () => [this.itemAt(null, value.inside)];
            case 'sequence': case 'map': {
                if (value.count === 0) return null;
                let places = null;
                return () => ranges(0, value.count, (index) => {
                    places ??= values.places(value);
                    return value.kind === 'map' ? this.pair(places[2 * index], places[2 * index + 1])
                        : this.itemAt(element('span.index', {}, number(index)), places[index]);
                });
            }
            case 'packed': return value.count <= 16 ? null : () => ranges(0, value.count, (index) =>
                element('li', {}, element('span.index', {}, number(index)), element('span.colon', {}, ': '),
                    element('span.integer', {}, this.packedElement(value, index))));
            case 'binary': return value.count === 0 ? null : () => [element('li', {},
                blobView(this.values.raw(value), this.fileName(value), this.announce))];
            default: return null;
        }
    }

    fieldLabel(key, index) {
        return key === 0 ? element('span.index', {}, number(index)) : data(this.graph.keyName(key), '.key');
    }

    /** A key and its value; a key that has values inside stands on its own. */
    pair(keyAt, valueAt) {
        const key = this.values.read(keyAt);
        if (this.children(key) === null) return this.itemAt(element('span', {}, this.shown(key)), valueAt);
        return element('li', {}, element('ul.values', {}, this.item(element('span.index', {}, 'key'), key),
            this.itemAt(element('span.index', {}, 'value'), valueAt)));
    }

    /** What a file of a value is called: by the numbers of the object and of the byte, nothing that the archive names. */
    fileName({ start }) {
        return `object-${this.graph.id(this.graph.recordAt(start))}-byte-${start}`;
    }
}

/** Something that can be opened, and is filled when it is opened first. */
function lazily(head, make) {
    const details = element('details', {}, element('summary', {}, head));
    details.addEventListener('toggle', () => {
        if (details.open && details.childElementCount === 1) details.append(make());
    });
    return details;
}

/** The items from `start` to `end`, in ranges where they are many. */
function ranges(start, end, make) {
    const count = end - start;
    if (count <= RANGE) return Array.from({ length: count }, (_, index) => make(start + index));
    let step = RANGE;
    while (count / step > RANGE) step *= RANGE;
    const parts = [];
    for (let at = start; at < end; at += step) {
        const last = Math.min(end, at + step);
        parts.push(element('li', {}, lazily(element('span.index', {}, `${number(at)} … ${number(last - 1)}`),
            () => element('ul.values', {}, ranges(at, last, make)))));
    }
    return parts;
}
