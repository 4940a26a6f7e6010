import { ValueReader } from '../src/values.js';
import { xxh3 } from '../src/xxh3.js';

const LONGEST_LISTING = 16_384;

/** A string as Python writes it: in ASCII. */
function quoted(text) {
    return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) =>
        `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).replaceAll('\\u007f', '\x7f');
}

/** A floating point number as Python writes it, or its bits. */
function floatText(value, raw) {
    if (!Number.isFinite(value)) {
        return `"${[...raw].reverse().map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
    }
    if (Object.is(value, -0)) return '-0.0';
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
        const [digits, exponent] = value.toExponential().split('e');
        return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
    }
    return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

/** Lists an archive as `Tests/Corpus/README.md` describes. */
class Listing {
    constructor(archive) {
        this.archive = archive;
        this.values = new ValueReader(archive);
        this.lines = [];
    }

    leaf(value) {
        const { values } = this;
        switch (value.kind) {
            case 'constant': return { null: 'nil', false: 'false', true: 'true' }[value.value];
            case 'float': return `${value.element} ${floatText(value.value, values.raw(value))}`;
            case 'binary': return `binary ${[...values.raw(value)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
            case 'reference': return `-> ${value.value}`;
            case 'conditional':
                return `~> ${value.value}${this.archive.records.recordOfID[value.value] < 0 ? ' (no record)' : ''}`;
            case 'packed': {
                const raw = values.raw(value);
                const elements = Array.from({ length: value.count }, (_, index) => {
                    const element = values.element(value, index);
                    if (value.element === 'bool') return element ? 'True' : 'False';
                    if (typeof element !== 'number') return `${element}`;
                    return floatText(element, raw.subarray(index * value.width, (index + 1) * value.width));
                });
                return `packed ${value.element} [${elements.join(', ')}]`;
            }
            case 'integer': return `${value.value}`;
            case 'string': return quoted(value.value);
            default: return null;
        }
    }

    add(at, label, depth) {
        const value = this.values.read(at);
        const line = (text) => this.lines.push(`${'  '.repeat(depth)}${label === null ? '' : `${quoted(label)}: `}${text}`);
        const leaf = this.leaf(value);
        if (leaf !== null) {
            line(leaf);
            return;
        }
        const { types, shapes, keys } = this.archive;
        const name = (type) => quoted(types[type].readableName);
        switch (value.kind) {
            case 'composite': {
                const { type } = shapes[value.shape];
                line(`${value.isOpen ? 'open' : 'closed'} composite ${name(type)} (type ${type}, shape ${value.shape})`);
                for (const field of this.values.fields(value)) {
                    this.add(field.at, field.key === 0 ? null : keys[field.key], depth + 1);
                }
                break;
            }
            case 'sequence': case 'map':
                line(`${value.kind} of ${value.count}`);
                for (const place of this.values.places(value)) this.add(place, null, depth + 1);
                break;
            case 'some':
                line('some');
                this.add(value.inside, null, depth + 1);
                break;
            case 'typed':
                line(`typed ${name(value.type)} (type ${value.type})`);
                this.add(value.inside, null, depth + 1);
                break;
        }
    }

    text() {
        const { bytes, records, keys, types, shapes, extensions } = this.archive;
        this.lines.push(
            `archive: version 1, ${bytes.length} bytes, ${records.count} records, ${records.recordOfID.length} ids`, 'keys');
        keys.slice(1).forEach((key, index) => this.lines.push(`  ${index + 1}: ${quoted(key)}`));
        this.lines.push('types');
        types.forEach((type, index) => {
            const name = type.name === null ? 'no name' : quoted(type.name);
            this.lines.push(`  ${index}: ${quoted(type.readableName)}, ${type.isClass ? 'class' : 'value'}, ${name}`
                + `${type.isNameChosen ? ' (chosen)' : ''}, version ${type.version}, ${type.count} composites`);
        });
        this.lines.push('shapes');
        shapes.forEach(({ type, slots }, index) => {
            const names = slots.map((key) => key === 0 ? '-' : quoted(keys[key]));
            this.lines.push(`  ${index}: type ${type} [${names.join(', ')}]`);
        });
        if (extensions.size > 0) this.lines.push('extensions');
        extensions.forEach((contents, name) => this.lines.push(`  ${quoted(name)}: ${contents.length} bytes`));
        for (let record = 0; record < records.count; record++) {
            const start = records.starts[record];
            this.lines.push(`record ${records.ids[record]}: byte ${start}, ${records.starts[record + 1] - start} bytes`);
            this.add(start, null, 1);
        }
        return `${this.lines.join('\n')}\n`;
    }
}

/** What `Laboratory/make_corpus.py` writes beside an archive. */
export function listing(archive) {
    const text = new Listing(archive).text();
    return new TextEncoder().encode(text).length <= LONGEST_LISTING
        ? text : summary(archive.bytes, 'too long to list');
}

/** What stands there for bytes that are no archive, or for one that is too long to list. */
export function summary(plain, reason) {
    const hash = xxh3(plain).toString(16).toUpperCase().padStart(16, '0');
    return `${reason}: ${plain.length} plain bytes with the hash ${hash}\n`;
}
