import { Refusal } from '../../../../../JavaScript/src/refusal.js';
import { prepare } from './preparing.js';

/** How often a worker tells its progress, in milliseconds. */
const INTERVAL = 60;

/** Answers the messages of {@link Work}. Called in a worker. */
export function serve() {
    let told = 0;
    const progress = async (step, share) => {
        const now = performance.now();
        if (now - told < INTERVAL) return;
        told = now;
        postMessage({ progress: { step, share } });
    };
    self.onmessage = async ({ data: source }) => {
        const listed = (parts) => postMessage({ listed: parts });
        const opened = (parts) => postMessage({ opened: parts }, handedOver(parts));
        const completed = (parts) => postMessage({ completed: parts });
        try {
            await prepare(source, { progress, listed, opened, completed });
        } catch (error) {
            postMessage({ failure: described(error) });
        }
    };
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
 * @typedef {object} Failure
 * @property {'refusal'|'memory'|'other'} kind A refusal has the properties of `Refusal`, too.
 * @property {string} message
 *
 * @returns {Failure}
 */
export function described(error) {
    if (error instanceof Refusal) {
        const { rule, place, message, code, isInside } = error;
        return { kind: 'refusal', rule, place, message, code, isInside };
    }
    return { kind: error instanceof RangeError ? 'memory' : 'other', message: `${error?.message ?? error}` };
}
