import { Archive } from './archive.js';
import { Checker } from './checker.js';
import { isContainer, readContainer } from './container.js';
import { Refusal } from './refusal.js';

/** How many records are checked before the page gets a turn. */
const RECORDS_AT_A_TIME = 4096;

/** The largest file that is read. */
export const FILE_LIMIT = 2 ** 29;

/**
 * @typedef {object} OpenArchive An archive that is sound.
 * @property {Archive} archive
 * @property {Checker} checker What was noted of its records.
 * @property {?import('./container.js').Container} container `null` for a raw archive.
 */

/**
 * Reads and checks a file.
 *
 * @param {Uint8Array} bytes All of it.
 * @param {(step: string, share: number) => Promise<void>} progress Called often, to give way to the page.
 * @returns {Promise<OpenArchive>}
 * @throws {Refusal} when it is no archive, or breaks a rule.
 */
export async function openArchive(bytes, progress) {
    if (bytes.length === 0) throw new Refusal('R5', 0, 'The file is empty.', 'truncated');
    let container = null;
    if (isContainer(bytes)) container = await readContainer(bytes, (share) => progress('Decompressing', share));
    try {
        const archive = new Archive(container === null ? bytes : container.plain);
        const checker = new Checker(archive);
        for (let record = 0; record < archive.records.count; record++) {
            if (record % RECORDS_AT_A_TIME === 0) await progress('Checking', record / archive.records.count);
            checker.check(record);
        }
        return { archive, checker, container };
    } catch (error) {
        if (error instanceof Refusal) error.isInside = container !== null;
        throw error;
    }
}
