import { Refusal } from '../../../../../JavaScript/src/refusal.js';
import { Graph } from '../graph/graph.js';
import { Work } from '../work/work.js';
import { classView } from './class-view.js';
import { classesView } from './classes-view.js';
import { compareView } from './compare-view.js';
import { cyclesView } from './cycles-view.js';
import { element, replace } from './dom.js';
import { duplicatesView } from './duplicates-view.js';
import { header } from './header.js';
import { listen } from './keyboard.js';
import { largeView } from './large-view.js';
import { objectView } from './object-view.js';
import { objectsView } from './objects-view.js';
import { overview } from './overview.js';
import { data, percent, visible } from './text.js';

const VIEWS = {
    overview, classes: classesView, objects: objectsView, object: objectView, class: classView, duplicates: duplicatesView,
    cycles: cyclesView, large: largeView, compare: compareView,
};
const NO_MEMORY = 'The archive needs too much memory';
const RECENT = 20;

/** The page: opens files, and shows the view that the address names. */
export class App {
    /**
     * @param {HTMLElement} root Where the page goes.
     * @param {string} script The text of the page's script, for workers.
     */
    constructor(root, script) {
        this.script = script;
        this.main = element('main', { id: 'main', tabindex: '-1' });
        this.chooser = element('input', {
            type: 'file', hidden: true, 'aria-label': 'Open a file', onchange: () => this.openFile(this.chooser.files[0]),
        });
        this.header = header(this);
        this.status = element('div.hidden', { role: 'status' });
        replace(root, this.header.node, this.chooser, this.main, this.status);
        this.visited = [];
        /** The work on the archive that is shown, and on the one that it is compared with. */
        this.work = null;
        this.comparison = { work: null, graph: null, name: '', message: '' };
        listen(this);
    }

    /** Has screen readers say something. */
    announce(text) {
        this.status.textContent = text;
    }

    go(address) {
        location.hash = address;
    }

    /** Opens a file that was chosen or dropped. */
    openFile(file) {
        if (file !== undefined) this.open(file.name, { file });
    }

    /**
     * Reads an archive and shows it, or says why not.
     *
     * @param {string} name
     * @param {import('../work/preparing.js').Source} source
     * @param {object} [options]
     * @param {string} [options.note] What to say of it besides.
     * @param {boolean} [options.keepsAddress] Whether the view is shown that the address names, as after a reload.
     */
    open(name, source, { note = '', keepsAddress = false } = {}) {
        this.work?.stop();
        this.comparison.work?.stop();
        this.comparison = { work: null, graph: null, name: '', message: '' };
        this.graph = null;
        this.visited = [];
        this.header.setOpen(null);
        this.showProgress(name, 'Reading', 0);
        this.work = new Work(this.script, source, {
            progress: (step, share) => {
                if (!this.graph) this.showProgress(name, step, share);
            },
            listed: (outline) => {
                this.graph = outline;
                Object.assign(this, { fileName: name, fileSize: outline.fileSize, note });
                this.header.setOpen(name);
                // Tests ask where the archive was read.
                this.main.dataset.reader = this.work.isWorker ? 'worker' : 'page';
                if (keepsAddress || location.hash === '' || location.hash === '#overview') this.show();
                else this.go('#overview');
            },
            opened: (parts) => {
                this.graph = new Graph(parts);
                this.show({ isSame: true });
            },
            completed: (parts) => {
                this.graph.complete(parts);
                this.show({ isSame: true });
            },
            failed: (failure) => this.showFailure(name, failure),
        });
    }

    /** Reads the archive that the shown one is compared with. */
    compareWith(name, source) {
        this.comparison.work?.stop();
        const comparison = { work: null, graph: null, name, message: 'Reading' };
        this.comparison = comparison;
        const tell = (message) => {
            comparison.message = message;
            if (this.view === 'compare') this.show({ isSame: true });
        };
        comparison.work = new Work(this.script, source, {
            progress: (step, share) => tell(`${step}: ${percent(share, 1)}`),
            opened: (parts) => {
                comparison.graph = new Graph(parts);
                comparison.work?.stop();
                tell('');
            },
            completed: () => {},
            failed: (failure) => tell(`${visible(name)}: ${describedFailure(failure).join('. ')}`),
        });
    }

    showProgress(name, step, share) {
        replace(this.main, element('section.opening', {},
            element('h1', {}, data(name)), element('p', {}, `${step}: ${percent(share, 1)}`),
            element('progress', { max: 1, value: share, 'aria-label': step })));
    }

    showFailure(name, failure) {
        this.graph = null;
        this.header.setOpen(null);
        document.title = 'graphz explore';
        const [title, message, where] = describedFailure(failure);
        replace(this.main, element('section.refusal', { role: 'alert' },
            element('h1', {}, title), element('p.lead', {}, data(name)), element('p', {}, visible(message)),
            where === undefined ? null : element('p.hint', {}, `Noticed at ${where}.`)), this.invitation('h2'));
    }

    showEmpty() {
        replace(this.main, this.invitation('h1'));
    }

    /** Says how to open an archive, under a heading of a level. */
    invitation(heading) {
        return element('section.invitation', {},
            element(heading, {}, 'Drop an archive here'),
            element('p', {}, 'A .graphz or a .graph file. It stays on this machine: the page uses no network.'),
            element('button.primary', { type: 'button', onclick: () => this.chooser.click() }, 'Choose a file…'));
    }

    /**
     * Shows the view that the address names.
     *
     * @param {object} [options]
     * @param {boolean} [options.isSame] Whether the same view is shown again, as more is known.
     */
    show({ isSame = false } = {}) {
        if (!this.graph) return;
        const parameters = new URLSearchParams(location.hash.slice(1));
        const view = Object.keys(VIEWS).find((name) => parameters.has(name)) ?? 'overview';
        const isRoot = view === 'object' && parameters.get('object') === '0';
        this.view = view;
        this.header.mark(view === 'class' ? 'classes' : view === 'object' ? isRoot ? 'root' : '' : view);
        const top = window.scrollY;
        // The graph is an outline at first, then one that does not know who refers to what.
        const isChecked = this.graph instanceof Graph;
        const canShow = this.graph.isComplete || view === 'overview' || view === 'classes' && isChecked;
        const context = { ...this, app: this, parameters, state: history.state, go: (address) => this.go(address) };
        replace(this.main, canShow ? VIEWS[view](context) : element('section.opening', {}, element('h1', {}, 'One moment'),
            element('p', {}, isChecked ? 'Working out what retains what…' : 'Checking every value…')));
        this.main.dataset.view = canShow ? view : '';
        document.title = this.title(view);
        if (view === 'object' && isChecked) this.remember(this.graph.recordOf(Number(parameters.get('object'))));
        if (isSame) window.scrollTo(0, top);
        else this.placeFocus();
    }

    /** The focus goes where it was when the reader comes back, else into a list, or stays. */
    placeFocus() {
        const { scroll = 0, link = null } = history.state ?? {};
        const wanted = this.main.querySelector('[data-focus]')
            ?? (link === null ? null : [...this.main.querySelectorAll('a')].find((node) => node.hash === link));
        if (wanted) wanted.focus({ preventScroll: true });
        else if (document.activeElement === document.body) this.main.focus({ preventScroll: true });
        window.scrollTo(0, scroll);
    }

    title(view) {
        const heading = this.main.querySelector('h1')?.textContent ?? '';
        const lead = view === 'object' ? this.main.querySelector('.title .lead')?.textContent : '';
        const parts = view === 'overview' ? [] : [heading, lead];
        return [...parts, visible(this.fileName), 'graphz explore'].filter(Boolean).join(' – ');
    }

    remember(record) {
        if (record < 0) return;
        this.visited = [...this.visited.filter((other) => other !== record), record].slice(-RECENT);
    }
}

/** A failure in words: title, message, and where there is one the place. */
function describedFailure({ kind, rule, place, message, code, isInside }) {
    switch (kind) {
        case 'refusal': {
            if (code === 'unreadable') return ['The file cannot be read', message];
            const refusal = Object.assign(new Refusal(rule, place, message, code), { isInside });
            return [refusal.title, message, refusal.where];
        }
        case 'memory': return [NO_MEMORY, 'The browser gives no more.'];
        default: return ['The page has an error', visible(message)];
    }
}
