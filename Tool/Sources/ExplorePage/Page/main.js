import { App } from './views/app.js';
import { takeEmbedded } from './views/embedded.js';
import { serve } from './work/worker.js';

// The same script is the worker's.
if (typeof document === 'undefined') {
    serve();
} else {
    const app = new App(document.getElementById('page'), document.currentScript.textContent);
    const embedded = takeEmbedded();
    if (embedded === null) app.showEmpty();
    else app.open(embedded.name, { texts: embedded.texts }, { note: embedded.note, keepsAddress: true });
}
