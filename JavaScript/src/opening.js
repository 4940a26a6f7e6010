import { Archive } from './archive.js';
import { Checker } from './checker.js';
import { checkTransfer, isContainer, readContainer } from './container.js';
import { completed } from './policy.js';
import { Refusal } from './refusal.js';

/** How many records are checked before others get a turn. */
const RECORDS_AT_A_TIME = 4096;

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
 * @param {object} [options]
 * @param {Partial<import('./policy.js').GraphPolicy>} [options.policy] The limits that are not the defaults.
 * @param {(step: string, share: number) => Promise<void>} [options.progress] Called often, to give way to others.
 * @param {(archive: Archive, container: ?import('./container.js').Container) => void} [options.listed] Called when every checksum
 *     and the tables are checked, and no value yet.
 * @returns {Promise<OpenArchive>}
 * @throws {Refusal} when it is no archive, or breaks a rule.
 */
export async function openArchive(bytes, { policy: changes, progress = async () => {}, listed = () => {} } = {}) {
    const policy = completed(changes);
    if (bytes.length === 0) throw new Refusal('R5', 0, 'The file is empty.', 'truncated');
    checkTransfer(bytes);
    let container = null;
    if (bytes.length > policy.maximumPlainByteCount && !isContainer(bytes)) {
        const size = bytes.length.toLocaleString('en');
        throw new Refusal('limit', 0, `It has ${size} bytes, more than maximumPlainByteCount allows.`);
    }
    if (isContainer(bytes)) container = await readContainer(bytes, policy, (share) => progress('Decompressing', share));
    try {
        const archive = new Archive(container === null ? bytes : container.plain, policy);
        listed(archive, container);
        const checker = new Checker(archive);
        for (let record = 0; record < archive.records.count; record++) {
            if (record % RECORDS_AT_A_TIME === 0) await progress('Checking', record / archive.records.count);
            checker.check(record);
        }
        checker.checkCounts();
        return { archive, checker, container };
    } catch (error) {
        if (error instanceof Refusal) error.isInside = container !== null;
        throw error;
    }
}
