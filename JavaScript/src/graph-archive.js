import { bytesOf } from './bytes.js';
import { openArchive } from './opening.js';
import { completed } from './policy.js';
import { Refusal } from './refusal.js';
import { ValueConverter } from './value-converter.js';
import { ValueReader } from './values.js';

/** What a container adds to a raw archive at most: its headers, and blocks that no codec made smaller. */
const CONTAINER_OVERHEAD = 2 ** 26;

/**
 * Opens an archive, raw or compressed, and checks all of it.
 *
 * Nothing that an archive names is executed or imported: its objects come as `GraphObject`.
 *
 * @param {import('./bytes.js').Source} source
 * @param {object} [options]
 * @param {Partial<import('./policy.js').GraphPolicy>} [options.policy] The limits that are not the defaults.
 * @param {(step: string, share: number) => Promise<void>} [options.progress] Called often with what is done and its share, from 0
 *     to 1. The reader waits for it, so that it can give way to others.
 * @returns {Promise<GraphArchive>}
 * @throws {Refusal} when it is not a sound archive, or exceeds a limit.
 */
export async function open(source, { policy = {}, progress } = {}) {
    const bytes = await bytesOf(source, completed(policy).maximumPlainByteCount + CONTAINER_OVERHEAD);
    return new GraphArchive(bytes.length, await openArchive(bytes, { policy, progress }));
}

/**
 * @typedef {object} Verdict What {@link verify} finds.
 * @property {boolean} isSound
 * @property {number} [plainBytes] The size of the raw archive, if it is sound.
 * @property {number} [objectCount] How many objects it has, if it is sound.
 * @property {{code: string, rule: string, message: string, place: number}} [error] What is wrong, if it is not.
 */

/**
 * Checks an archive as `graphz verify` does: every checksum, and every value of every object.
 *
 * @param {import('./bytes.js').Source} source
 * @param {Parameters<typeof open>[1]} [options]
 * @returns {Promise<Verdict>}
 */
export async function verify(source, options) {
    try {
        const { plainBytes, objectCount } = await open(source, options);
        return { isSound: true, plainBytes, objectCount };
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, rule, message, place } = error;
        return { isSound: false, error: { code, rule, message, place } };
    }
}

/** An archive that is sound. Values are created when they are asked for. */
export class GraphArchive {
    #archive;
    #converter;

    /**
     * @param {number} storedBytes
     * @param {import('./opening.js').OpenArchive} open
     */
    constructor(storedBytes, { archive, container }) {
        this.#archive = archive;
        this.#converter = new ValueConverter(archive, new ValueReader(archive));
        /** The size of the file. */
        this.storedBytes = storedBytes;
        /** The size of the raw archive. */
        this.plainBytes = archive.bytes.length;
        /** How many objects there are, without the root value. */
        this.objectCount = archive.records.count - 1;
        /** How it is compressed; `null` for a raw archive. */
        this.codec = container?.codec ?? null;
        /** The blocks of a compressed archive. */
        this.blocks = container?.blocks ?? [];
        /** @type {Map<string, string>} */
        this.metadata = new Map(container?.metadata ?? []);
        /** What programs added beside the graph. @type {Map<string, Uint8Array>} */
        this.extensions = new Map([...archive.extensions].map(([name, bytes]) => [name, bytes.slice()]));
        /** The types in the archive: their names, versions, whether they are classes, and how many values there are of each. */
        this.types = archive.types.map(({ readableName, name, version, isClass, count }) =>
            ({ readableName, name, version, isClass, valueCount: Number(count) }));
    }

    /** The root value. */
    get root() {
        return this.#converter.value(0);
    }

    /** The numbers of all objects, in the order of the archive. */
    *ids() {
        for (const id of this.#archive.records.ids) {
            if (id !== 0) yield id;
        }
    }

    /**
     * An object by its number, the same each time.
     *
     * @param {number} id
     * @returns {import('./graph-object.js').GraphObject|undefined} `undefined` if there is none.
     */
    object(id) {
        // A text that is a number would lead to another object for the same record.
        if (typeof id !== 'number' || id === 0) return undefined;
        return (this.#archive.records.recordOfID[id] ?? -1) < 0 ? undefined : this.#converter.object(id);
    }

    /**
     * The objects of a class, in the order of the archive.
     *
     * @param {string} [type] The readable name, such as `City.Station`. Without it all objects.
     * @returns {Generator<import('./graph-object.js').GraphObject>}
     */
    *objects(type) {
        for (const id of this.ids()) {
            const object = this.#converter.object(id);
            if (type === undefined || object.type === type) yield object;
        }
    }
}
