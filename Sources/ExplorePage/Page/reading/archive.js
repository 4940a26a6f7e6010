import { hasBytes, isBeginning, u64 } from './cursor.js';
import { readDirectory } from './directory.js';
import { readRecordTable } from './record-table.js';
import { Refusal } from './refusal.js';

const SIGNATURE = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A];
const END_MARK = [...SIGNATURE].reverse();
const TRAILER_SIZE = 24;

/** A raw archive whose header, trailer and tables are sound. Its records are not looked at yet. */
export class Archive {
    /**
     * @param {Uint8Array} bytes
     */
    constructor(bytes) {
        checkEnds(bytes);
        const trailer = bytes.length - TRAILER_SIZE;
        const [table, directory] = [u64(bytes, trailer), u64(bytes, trailer + 8)];
        if (!(table >= 12 && table <= directory && directory <= trailer)) {
            throw new Refusal('R11', trailer, 'The trailer does not lead to the tables.');
        }
        this.bytes = bytes;
        this.parts = { table, directory, trailer };
        /** @type {import('./record-table.js').RecordTable} */
        this.records = readRecordTable(bytes, table, directory);
        const { keys, types, shapes } = readDirectory(bytes, directory, trailer);
        this.keys = keys;
        this.types = types;
        this.shapes = shapes;
    }

    /** The number of an object, which is not the place of its record. */
    id(record) {
        return this.records.ids[record];
    }
}

/** Header and end mark, in the order in which section 7 of `Docs/format-graph.md` reports them. */
function checkEnds(bytes) {
    if (!hasBytes(bytes, 0, SIGNATURE)) {
        throw isBeginning(bytes, SIGNATURE)
            ? new Refusal('R5', bytes.length, 'It ends in the middle of its signature.', 'truncated')
            : new Refusal('R5', 0, 'It begins neither as a raw archive (.graph) nor as a compressed one (.graphz).');
    }
    if (bytes.length < 12) throw new Refusal('R10', bytes.length, 'It ends in the middle of its header.');
    if (bytes[8] !== 1) {
        throw new Refusal(
            'R6', 8, `It has version ${bytes[8]}; this page reads version 1. Use the page of a newer release.`);
    }
    if (bytes[10] !== 0) throw new Refusal('R8', 10, 'It uses a feature that this page does not know.');
    if (bytes[11] !== 0) throw new Refusal('R9', 11, 'The reserved byte of the header is not 0.');
    if (bytes.length < 36 || !hasBytes(bytes, bytes.length - 8, END_MARK)) {
        throw new Refusal('R10', bytes.length, 'It does not end with the end mark: the rest is missing, or more follows.');
    }
}
