import { Cursor } from './cursor.js';

/** Where the first record begins. */
const FIRST_RECORD = 9;

/**
 * @typedef {object} RecordTable Which record is where. Records are numbered from 0 in the order of the archive.
 * @property {number} count The number of records.
 * @property {Uint32Array} starts Where each record begins, and behind them where the last one ends.
 * @property {Uint32Array} ids
 * @property {Int32Array} recordOfID The number of the record of each id, -1 where there is none.
 */

/**
 * Reads the record table, rules R12 to R20 of `Docs/format-graph.md`.
 *
 * @param {Uint8Array} bytes The archive.
 * @param {number} start
 * @param {number} end
 * @param {number} maximumCount How many objects there may be, with those that have no record.
 * @returns {RecordTable}
 */
export function readRecordTable(bytes, start, end, maximumCount) {
    const cursor = new Cursor(bytes, start, end);
    const count = cursor.count('records');
    if (count < 1) throw cursor.refusal('R12', 'There is no record.');
    const idCount = cursor.varint();
    if (idCount < count || idCount > start - FIRST_RECORD + 1 || idCount > 2 ** 32 - 1) {
        throw cursor.refusal('R13', 'The number of ids does not fit the records.');
    }
    // Checked again: the number of ids stands between the number of records and the entries.
    if (count > cursor.left) throw cursor.refusal('R4', 'There are fewer entries than records.');
    // Objects that only conditional references name take memory, too.
    if (idCount - 1 > maximumCount) throw cursor.tooMany('objects', idCount - 1, 'maximumObjectCount', maximumCount);
    const starts = new Uint32Array(count + 1);
    const ids = new Uint32Array(count);
    const recordOfID = new Int32Array(idCount).fill(-1);
    let at = FIRST_RECORD;
    let expected = 0;
    for (let record = 0; record < count; record++) {
        const entry = cursor.varint();
        const isExplicit = entry % 2 === 1;
        const size = Math.floor(entry / 2);
        if (size === 0) throw cursor.refusal('R14', 'A record is empty.');
        if (size > start - at) throw cursor.refusal('R15', 'The records are larger than their part of the archive.');
        if (record === 0 && isExplicit) throw cursor.refusal('R16', 'The root has an explicit id.');
        const id = isExplicit ? cursor.varint() : expected;
        if (isExplicit && id === expected) throw cursor.refusal('R17', 'An id is explicit without need.');
        if (id >= idCount) throw cursor.refusal('R18', 'An id is too large.');
        if (recordOfID[id] !== -1) throw cursor.refusal('R19', `Two records have the id ${id}.`);
        recordOfID[id] = record;
        ids[record] = id;
        starts[record] = at;
        at += size;
        expected = id + 1;
    }
    starts[count] = at;
    if (cursor.left > 0) throw cursor.refusal('R20', 'Bytes follow the record table.');
    if (at !== start) throw cursor.refusal('R15', 'The records do not fill their part of the archive.');
    return { count, starts, ids, recordOfID };
}
