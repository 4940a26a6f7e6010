/** The views that Escape leaves, once one has come to them from another. */
const INNER_VIEWS = ['object', 'class'];

/**
 * Listens to what is not an affair of a single view: addresses, dropped files, keys.
 *
 * @param {import('./app.js').App} app
 */
export function listen(app) {
    let steps = 0;
    window.addEventListener('hashchange', () => {
        steps++;
        app.show();
    });
    // The entry that is left remembers where the reader was.
    app.main.addEventListener('click', (event) => {
        const link = event.target.closest?.('a[href]');
        if (link) remember({ link: link.hash || link.getAttribute('href') });
    });
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
        const file = event.dataTransfer.files[0];
        if (event.target.closest?.('[data-drop]') && file !== undefined) app.compareWith(file.name, { file });
        else app.openFile(file);
    });
    window.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !app.graph) return;
        const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
        if (event.key === '/' && !isTyping) {
            event.preventDefault();
            focusSearch(app);
        } else if (event.key === 'Escape') {
            escape(app, event.target, steps);
        }
    });
}

/** Adds to what the entry of the history remembers. */
export function remember(more) {
    history.replaceState({ ...history.state, scroll: window.scrollY, ...more }, '');
}

function focusSearch({ main, header }) {
    const own = main.querySelector('.search [name=q]');
    if (own === null) header.openMenu();
    (own ?? header.search.elements.q).focus();
}

/** Leaves a field for the list, and an object for where one came from. */
function escape({ main, view }, target, steps) {
    if (target instanceof HTMLInputElement) (main.querySelector('.rows') ?? main).focus();
    else if (INNER_VIEWS.includes(view) && steps > 0) history.back();
}
