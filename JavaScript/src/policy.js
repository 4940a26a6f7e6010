/**
 * @typedef {object} GraphPolicy The limits on what is read, with the names and the defaults of `GraphDecodingPolicy` in Swift.
 *
 * A reader that creates no values of a program's types needs no limits for them: `maximumInitializerDepth`,
 * `maximumCostPerByte` and `allowedTypes` have no counterpart.
 * @property {number} maximumPlainByteCount The bytes of the raw archive, after decompression. The default, and the most, is
 *   4 GiB.
 * @property {number} maximumExpansion The plain bytes for each byte of a compressed archive. Archives of
 *   up to 1 MiB of plain bytes have no such limit.
 * @property {number} maximumObjectCount The number of objects, with those that only conditional references name.
 * @property {number} maximumElementCount The number of elements of a collection.
 * @property {number} maximumDepth The depth of values inside values. The format allows 512.
 * @property {number} maximumTypeNameLength The UTF-8 bytes of the name of a type.
 * @property {number} maximumDirectoryEntryCount The number of keys, types, shapes and slots.
 */

/** @type {Readonly<GraphPolicy>} */
export const DEFAULT_POLICY = Object.freeze({
    maximumPlainByteCount: 2 ** 32,
    maximumExpansion: 1100,
    maximumObjectCount: 2 ** 26,
    maximumElementCount: 2 ** 30,
    maximumDepth: 512,
    maximumTypeNameLength: 4096,
    maximumDirectoryEntryCount: 2 ** 24,
});

/**
 * The limits for archives from elsewhere, those of `GraphDecodingPolicy.strict`.
 *
 * @type {Readonly<GraphPolicy>}
 */
export const STRICT_POLICY = Object.freeze({
    maximumPlainByteCount: 2 ** 26,
    maximumExpansion: 100,
    maximumObjectCount: 2 ** 20,
    maximumElementCount: 2 ** 24,
    maximumDepth: 128,
    maximumTypeNameLength: 512,
    maximumDirectoryEntryCount: 2 ** 18,
});

/** The bytes that every compressed archive may expand to, whatever it is compressed to. */
export const FREE_EXPANSION = 2 ** 20;
/** The nesting that the format allows. A higher limit would only use up the stack. */
const DEEPEST = 512;
/** Places in a raw archive are 32-bit numbers. */
const MOST_BYTES = 2 ** 32;

/**
 * A complete policy.
 *
 * @param {Partial<GraphPolicy>} [changes] The limits that are not the defaults.
 * @returns {GraphPolicy}
 * @throws {TypeError} when a limit does not exist or is not a number that is at least 0.
 */
export function completed(changes = {}) {
    for (const [name, limit] of Object.entries(changes)) {
        if (!(name in DEFAULT_POLICY)) throw new TypeError(`There is no limit '${name}'.`);
        if (!(limit >= 0)) throw new TypeError(`The limit '${name}' must be a number that is at least 0.`);
    }
    const policy = { ...DEFAULT_POLICY, ...changes };
    policy.maximumDepth = Math.min(policy.maximumDepth, DEEPEST);
    policy.maximumPlainByteCount = Math.min(policy.maximumPlainByteCount, MOST_BYTES);
    return policy;
}
