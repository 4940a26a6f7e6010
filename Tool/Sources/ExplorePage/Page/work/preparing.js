import { openArchive } from '../../../../../JavaScript/src/opening.js';
import { Refusal } from '../../../../../JavaScript/src/refusal.js';
import { countValues, groupRecords } from '../graph/classes.js';
import { DominatorTree } from '../graph/dominators.js';
import { Graph } from '../graph/graph.js';
import { findWays, turnedReferences } from '../graph/references.js';
import { FILE_LIMIT, LIMITS } from './limits.js';

/**
 * @typedef {object} Source One of these: text of the page, or a file.
 * @property {string[]} [texts] The archive in base64, in parts.
 * @property {Blob} [file]
 */

/**
 * @typedef {object} Receiver
 * @property {(step: string, share: number) => Promise<void>} progress
 * @property {(parts: object) => void} listed Gets what the first view needs, before the values are checked.
 * @property {(parts: object) => void} opened Gets these parts, and the archive.
 * @property {(parts: object) => void} completed Gets the rest.
 */

/**
 * Reads and checks an archive, and hands over what the views need as soon as it is there.
 *
 * @param {Source} source
 * @param {Receiver} receiver
 * @throws {Refusal} if the archive is not sound, or too large for the page.
 */
export async function prepare(source, { progress, listed, opened, completed }) {
    await progress('Reading', 0);
    const bytes = await bytesOf(source);
    let outline, groupOf;
    const { archive, checker } = await openArchive(bytes, {
        policy: LIMITS, progress,
        listed: (archive, container) => {
            let groups;
            ({ groups, groupOf } = groupRecords(archive));
            outline = {
                fileSize: bytes.length, byteCount: archive.bytes.length, count: archive.records.count, types: archive.types,
                groups,
                // The plain bytes are those of the archive already.
                container: container === null ? null : { ...container, plain: null },
            };
            listed(outline);
        },
    });
    const { records, keys, types, shapes } = archive;
    const parts = {
        ...outline, groupOf,
        archive: { bytes: archive.bytes, records, keys, types, shapes },
        targets: checker.targets.trimmed(), firstTargets: checker.firstTargets, strings: checker.strings.trimmed(),
        composites: checker.composites.trimmed(), items: checker.items.trimmed(), missingCount: checker.missing,
    };
    const graph = new Graph(parts);
    opened({ ...parts, valueCounts: countValues(parts) });
    await progress('Following references', 0);
    Object.assign(graph, turnedReferences(graph), findWays(graph));
    const tree = new DominatorTree(graph);
    await tree.prepare((share) => progress('Working out what retains what', share));
    const { sources, firstSources, before, reachedCount } = graph;
    completed({ sources, firstSources, before, reachedCount, dominators: tree.parts() });
}

async function bytesOf({ texts, file }) {
    if (texts !== undefined) return joined(texts.map(decoded));
    if (file.size > FILE_LIMIT) {
        throw new Refusal('limit', 0, `It has more than ${FILE_LIMIT / 2 ** 20} MiB. Use graphz dump.`);
    }
    try {
        return new Uint8Array(await file.arrayBuffer());
    } catch {
        throw new Refusal('unreadable', 0, 'The browser cannot read it. A folder is not a file.', 'unreadable');
    }
}

function joined(pieces) {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return bytes;
}

function decoded(text) {
    if ('fromBase64' in Uint8Array) return Uint8Array.fromBase64(text);
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
    return bytes;
}
