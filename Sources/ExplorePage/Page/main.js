import { App } from './views/app.js';
import { takeEmbedded } from './views/embedded.js';

const app = new App(document.getElementById('page'));
const embedded = takeEmbedded();
if (embedded === null) app.showEmpty();
else app.open(embedded.name, embedded.bytes, { note: embedded.note, keepsAddress: true });
