import { answer } from './worker.js';

/** How long the page works before it draws, where it must do without a worker, in milliseconds. */
const TURN = 40;

/**
 * @typedef {object} Handlers
 * @property {(step: string, share: number) => void} progress
 * @property {(parts: object) => void} [listed]
 * @property {(parts: object) => void} opened
 * @property {(parts: object) => void} completed
 * @property {(failure: object) => void} failed
 */

/** The preparation of one archive: in a worker, or in the page where the browser gives no worker. */
export class Work {
    /**
     * @param {string} script The text of the page's script.
     * @param {import('./preparing.js').Source} source
     * @param {Handlers} handlers None is called after `stop`.
     */
    constructor(script, source, handlers) {
        this.handlers = handlers;
        this.source = source;
        this.isStopped = false;
        try {
            const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
            this.worker = new Worker(address);
            URL.revokeObjectURL(address);
        } catch {
            this.worker = null;
            this.workHere();
            return;
        }
        this.worker.onmessage = ({ data }) => this.receive(data);
        this.worker.onerror = (event) => this.replaceWorker(event);
        this.worker.postMessage(source);
    }

    /** Whether the browser gave a worker. */
    get isWorker() {
        return this.worker !== null;
    }

    stop() {
        this.isStopped = true;
        this.worker?.terminate();
    }

    receive({ progress, listed, opened, completed, failure }) {
        if (this.isStopped) return;
        this.hasAnswered = true;
        if (progress) this.handlers.progress(progress.step, progress.share);
        if (listed) this.handlers.listed?.(listed);
        if (opened) this.handlers.opened(opened);
        if (completed) this.handlers.completed(completed);
        if (failure) this.handlers.failed(failure);
        // Its memory goes with it.
        if (completed || failure) this.worker?.terminate();
    }

    /** A worker that never answered was not allowed to begin. */
    replaceWorker(event) {
        event.preventDefault();
        this.worker.terminate();
        this.worker = null;
        if (this.isStopped) return;
        if (this.hasAnswered) this.handlers.failed({ kind: 'other', message: event.message });
        else this.workHere();
    }

    workHere() {
        answer(this.source, TURN, (message) => this.receive(message), async () => {
            await new Promise((resolve) => setTimeout(resolve));
            if (this.isStopped) throw new Error('stopped');
        });
    }
}
