/**
 * The limits of the page, which is slower and needs several times as much memory for a byte as the tool.
 *
 * @type {Partial<import('../../../../../JavaScript/src/policy.js').GraphPolicy>}
 */
export const LIMITS = { maximumPlainByteCount: 2 ** 29 };

/** The maximum size of a file in bytes. */
export const FILE_LIMIT = 2 ** 29;
