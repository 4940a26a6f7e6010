import { Graph } from '../graph/graph.js';
import { openArchive, FILE_LIMIT } from '../reading/opening.js';
import { Refusal } from '../reading/refusal.js';
import { classesView } from './classes-view.js';
import { element, replace } from './dom.js';
import { objectView } from './object-view.js';
import { objectsView } from './objects-view.js';
import { overview } from './overview.js';
import { data, percent, visible } from './text.js';
import { themeChoice } from './theme.js';

const VIEWS = { overview, classes: classesView, objects: objectsView, object: objectView };
const TABS = { overview: 'Overview', classes: 'Classes', objects: 'Objects' };
/** How long the page works before it draws, in milliseconds. */
const TURN = 40;
const NO_MEMORY = 'The archive needs too much memory';

/** The page: opens files, and shows the view that the address names. */
export class App {
    /** @param {HTMLElement} root Where the page goes. */
    constructor(root) {
        this.main = element('main', { tabindex: '-1' });
        this.file = element('span.file');
        this.chooser = element('input', { type: 'file', hidden: true, onchange: () => this.openFile(this.chooser.files[0]) });
        this.tabs = element('nav.tabs', { 'aria-label': 'Views', hidden: true }, Object.entries(TABS).map(([view, title]) =>
            element('a', { href: `#${view}`, 'data-view': view }, title)),
        element('a', { href: '#object=0', 'data-view': 'object' }, 'Root'));
        this.search = element('form.quick', { role: 'search', hidden: true, onsubmit: (event) => this.startSearch(event) },
            element('input', { type: 'search', name: 'q', placeholder: 'Search  /', 'aria-label': 'Search all objects' }));
        replace(root,
            element('a.skip', { href: '#main', onclick: (event) => this.skip(event) }, 'Skip to the content'),
            element('header', {},
                element('div.brand', {}, element('span.logo', { 'aria-hidden': 'true' }), this.file),
                this.tabs, this.search,
                element('button', { type: 'button', onclick: () => this.chooser.click() }, 'Open a file…'),
                this.chooser, themeChoice()),
            this.main);
        this.visited = [];
        this.turn = 0;
        this.opening = 0;
        this.listen();
    }

    listen() {
        window.addEventListener('hashchange', () => this.show());
        window.addEventListener('dragover', (event) => {
            event.preventDefault();
            document.body.classList.add('dropping');
        });
        window.addEventListener('dragleave', (event) => {
            if (event.relatedTarget === null) document.body.classList.remove('dropping');
        });
        window.addEventListener('drop', (event) => {
            event.preventDefault();
            document.body.classList.remove('dropping');
            this.openFile(event.dataTransfer.files[0]);
        });
        window.addEventListener('keydown', (event) => {
            const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
            if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || this.search.hidden) return;
            event.preventDefault();
            this.search.elements.q.focus();
        });
    }

    skip(event) {
        event.preventDefault();
        this.main.focus();
    }

    startSearch(event) {
        event.preventDefault();
        const query = this.search.elements.q.value;
        if (query !== '') this.go(`#objects&${new URLSearchParams({ q: query })}`);
    }

    go(address) {
        location.hash = address;
    }

    /** Opens a file that was chosen or dropped. */
    async openFile(file) {
        if (file === undefined) return;
        if (file.size > FILE_LIMIT) {
            const limit = `${FILE_LIMIT / 2 ** 20} MiB`;
            this.showRefusal(file.name, new Refusal('limit', 0, `It has more than ${limit}. Use graphz dump.`));
            return;
        }
        let bytes;
        try {
            bytes = new Uint8Array(await file.arrayBuffer());
        } catch {
            this.showFailure(file.name, 'The file cannot be read', 'The browser refuses to read it. A folder is no file.');
            return;
        }
        await this.open(file.name, bytes);
    }

    /**
     * Reads an archive and shows it, or says why not.
     *
     * @param {string} name
     * @param {Uint8Array} bytes
     * @param {object} [options]
     * @param {string} [options.note] What to say of it besides.
     * @param {boolean} [options.keepsAddress] Whether the view is shown that the address names, as after a reload.
     */
    async open(name, bytes, { note = '', keepsAddress = false } = {}) {
        const opening = ++this.opening;
        this.graph = null;
        this.visited = [];
        this.tabs.hidden = this.search.hidden = true;
        const progress = (step, share) => this.showProgress(name, step, share, opening);
        try {
            await progress('Reading', 0);
            const open = await openArchive(bytes, progress);
            const graph = new Graph(open);
            await graph.prepare(progress);
            if (opening !== this.opening) return;
            this.graph = graph;
        } catch (error) {
            if (opening !== this.opening) return;
            if (error instanceof Refusal) this.showRefusal(name, error);
            else if (error instanceof RangeError) this.showFailure(name, NO_MEMORY, 'The browser gives no more.');
            else throw error;
            return;
        }
        Object.assign(this, { fileName: name, fileSize: bytes.length, note });
        this.tabs.hidden = this.search.hidden = false;
        replace(this.file, data(name));
        document.title = `${visible(name)} – graphz explore`;
        if (keepsAddress || location.hash === '' || location.hash === '#overview') this.show();
        else this.go('#overview');
    }

    /** Says how far the work is, and lets the page draw. */
    async showProgress(name, step, share, opening) {
        const now = performance.now();
        if (share > 0 && now - this.turn < TURN) return;
        this.turn = now;
        if (opening !== this.opening) throw new Refusal('limit', 0, 'Another file was opened.');
        replace(this.main, element('section.opening', { role: 'status' },
            element('h1', {}, data(name)), element('p', {}, `${step}: ${percent(share, 1)}`),
            element('progress', { max: 1, value: share, 'aria-label': step })));
        await new Promise((resolve) => setTimeout(resolve));
    }

    showRefusal(name, refusal) {
        this.showFailure(name, refusal.title, refusal.message, refusal.where);
    }

    showFailure(name, title, message, where = '') {
        this.tabs.hidden = this.search.hidden = true;
        replace(this.file);
        document.title = 'graphz explore';
        replace(this.main, element('section.refusal', { role: 'alert' },
            element('h1', {}, title), element('p.lead', {}, data(name)), element('p', {}, message),
            where === '' ? null : element('p.hint', {}, `Noticed at ${where}.`)), this.invitation());
    }

    showEmpty() {
        replace(this.main, this.invitation());
    }

    invitation() {
        return element('section.invitation', {},
            element('h2', {}, 'Drop an archive here'),
            element('p', {}, 'A .graphz or a .graph file. It stays on this machine: the page uses no network.'),
            element('button.primary', { type: 'button', onclick: () => this.chooser.click() }, 'Choose a file…'));
    }

    /** Shows the view that the address names. */
    show() {
        if (!this.graph) return;
        const parameters = new URLSearchParams(location.hash.slice(1));
        const view = Object.keys(VIEWS).find((name) => parameters.has(name)) ?? 'overview';
        for (const tab of this.tabs.children) {
            const isCurrent = tab.dataset.view === view && (view !== 'object' || parameters.get('object') === '0');
            if (isCurrent) tab.setAttribute('aria-current', 'page');
            else tab.removeAttribute('aria-current');
        }
        replace(this.main, VIEWS[view]({ ...this, parameters, go: (address) => this.go(address) }));
        this.main.dataset.view = view;
        window.scrollTo(0, 0);
        if (view === 'object') this.remember(this.graph.archive.records.recordOfID[Number(parameters.get('object'))]);
        else this.main.querySelector('[autofocus]')?.focus();
    }

    remember(record) {
        if (record === undefined || record < 0) return;
        this.visited = [...this.visited.filter((other) => other !== record), record].slice(-20);
    }
}
