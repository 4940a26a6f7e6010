/**
 * The limits of the page, which is slower and needs several times as much memory for a byte as the tool. The tool has no limit on
 * names, and its user chooses that on the expansion.
 *
 * @type {Partial<import('../../../../../JavaScript/src/policy.js').GraphPolicy>}
 */
export const LIMITS = { maximumPlainByteCount: 2 ** 29, maximumExpansion: Infinity, maximumTypeNameLength: 2 ** 20 };

/** The maximum size of a file in bytes. */
export const FILE_LIMIT = 2 ** 29;
