import { Refusal } from '../../../../../JavaScript/src/refusal.js';
import { prepare } from './preparing.js';

/** How often a worker tells its progress, in milliseconds. */
const INTERVAL = 60;

/** Answers the messages of {@link Work}. Called in a worker. */
export function serve() {
    self.onmessage = ({ data: source }) => answer(source, INTERVAL, (message) =>
        postMessage(message, message.opened === undefined ? [] : handedOver(message.opened)));
}

/**
 * Prepares an archive, and tells how that goes in messages: the progress from time to time, the parts, or the failure.
 *
 * @param {import('./preparing.js').Source} source
 * @param {number} interval The least time between two messages about the progress, in milliseconds.
 * @param {(message: object) => void} tell
 * @param {() => Promise<void>} [pause] Called after each message about the progress.
 */
export async function answer(source, interval, tell, pause = async () => {}) {
    let told = 0;
    const progress = async (step, share) => {
        const now = performance.now();
        if (now - told < interval) return;
        told = now;
        tell({ progress: { step, share } });
        await pause();
    };
    try {
        await prepare(source, {
            progress, listed: (listed) => tell({ listed }), opened: (opened) => tell({ opened }),
            completed: (completed) => tell({ completed }),
        });
    } catch (error) {
        tell({ failure: described(error) });
    }
}

/** What the worker does not need any more is not copied. The sizes of records and the references stay. */
function handedOver({ archive, strings, composites, items }) {
    const { bytes } = archive;
    const buffers = [strings.buffer, composites.buffer, items.buffer];
    return bytes.byteLength === bytes.buffer.byteLength ? [...buffers, bytes.buffer] : buffers;
}

/**
 * An error as plain data.
 *
 * @returns {{kind: 'refusal'|'memory'|'other', message: string}} A refusal has the properties of `Refusal`, too.
 */
function described(error) {
    if (error instanceof Refusal) {
        const { rule, place, message, code, isInside } = error;
        return { kind: 'refusal', rule, place, message, code, isInside };
    }
    return { kind: error instanceof RangeError ? 'memory' : 'other', message: `${error?.message ?? error}` };
}
