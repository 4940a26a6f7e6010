import { Cursor, hasBytes, isBeginning } from './cursor.js';
import { readDirectory } from './directory.js';
import { DEFAULT_POLICY } from './policy.js';
import { readRecordTable } from './record-table.js';
import { Refusal } from './refusal.js';

const SIGNATURE = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A];
const END_MARK = [0x52, 0x47, 0x89];
const HEADER_SIZE = 9;
/** The fewest and the most bytes of the sizes before the end mark. */
const [LEAST_SIZES, MOST_SIZES] = [2, 20];

/** A raw archive whose header, trailer and tables are sound. Its records are not looked at yet. */
export class Archive {
    /**
     * @param {Uint8Array} bytes
     * @param {import('./policy.js').GraphPolicy} [policy]
     */
    constructor(bytes, policy = DEFAULT_POLICY) {
        checkEnds(bytes);
        const { table, directory, trailer } = readTrailer(bytes);
        this.bytes = bytes;
        this.policy = policy;
        this.parts = { table, directory, trailer };
        /** @type {import('./record-table.js').RecordTable} */
        this.records = readRecordTable(bytes, table, directory, policy.maximumObjectCount);
        const { keys, types, shapes, extensions } = readDirectory(bytes, directory, trailer, policy);
        this.keys = keys;
        this.types = types;
        this.shapes = shapes;
        this.extensions = extensions;
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
    if (bytes.length < HEADER_SIZE) throw new Refusal('R7', bytes.length, 'It ends in the middle of its header.');
    if (bytes[8] === 0) throw new Refusal('R6', 8, 'It has version 0, which does not exist.', 'malformed');
    if (bytes[8] !== 1) {
        throw new Refusal(
            'R6', 8, `It has version ${bytes[8]}; this reader knows version 1. Use a newer release.`);
    }
    if (bytes.length < HEADER_SIZE + LEAST_SIZES + END_MARK.length) {
        throw new Refusal('R7', bytes.length, 'It ends right behind its header.');
    }
    if (!hasBytes(bytes, bytes.length - END_MARK.length, END_MARK)) {
        throw new Refusal('R10', bytes.length, 'It does not end with the end mark: the rest is missing, or more follows.');
    }
}

/** Where the record table, the directory and the trailer begin. */
function readTrailer(bytes) {
    const end = bytes.length - END_MARK.length;
    const backwards = bytes.slice(Math.max(HEADER_SIZE, end - MOST_SIZES), end).reverse();
    const cursor = new Cursor(backwards, 0, backwards.length);
    let directorySize, tableSize;
    try {
        directorySize = cursor.varint();
        tableSize = cursor.varint();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal(error.rule === 'R4' ? 'R11' : error.rule, end, 'The trailer does not lead to the tables.');
    }
    const trailer = end - cursor.position;
    const directory = trailer - directorySize;
    const table = directory - tableSize;
    if (!(table >= HEADER_SIZE)) throw new Refusal('R11', end, 'The trailer does not lead to the tables.');
    return { table, directory, trailer };
}
