import { element, replace } from './dom.js';
import { data } from './text.js';
import { themeChoice } from './theme.js';

const TABS = [
    ['overview', '#overview', 'Overview'], ['classes', '#classes', 'Classes'], ['objects', '#objects', 'Objects'],
    ['root', '#object=0', 'Root'], ['duplicates', '#duplicates', 'Duplicates'], ['cycles', '#cycles', 'Cycles'],
    ['large', '#large', 'Texts & blobs'], ['compare', '#compare', 'Compare'],
];

/**
 * The bar on top: views, search, and in a menu where the screen is narrow, the rest.
 *
 * @param {import('./app.js').App} app
 * @returns {{node: HTMLElement, setOpen: (name: ?string) => void, mark: (tab: string) => void, search: HTMLFormElement,
 *     openMenu: () => void}}
 */
export function header(app) {
    const file = element('span.file');
    const tabs = element('nav.tabs', { 'aria-label': 'Views', hidden: true },
        TABS.map(([view, href, title]) => element('a', { href, 'data-view': view }, title)));
    const startSearch = (event) => {
        event.preventDefault();
        app.go(`#objects&${new URLSearchParams({ q: search.elements.q.value })}`);
        setMenu(false);
    };
    const search = element('form.quick', { role: 'search', hidden: true, onsubmit: startSearch },
        element('input', { type: 'search', name: 'q', placeholder: 'Search  /', 'aria-label': 'Search all objects' }));
    const tools = element('div.tools', {}, search,
        element('button', { type: 'button', onclick: () => app.chooser.click() }, 'Open a file…'), themeChoice());
    const setMenu = (isOpen) => {
        node.classList.toggle('open', isOpen);
        menu.setAttribute('aria-expanded', String(isOpen));
    };
    const menu = element('button.menu', {
        type: 'button', 'aria-expanded': 'false', 'aria-label': 'Menu',
        onclick: () => setMenu(!node.classList.contains('open')),
    }, element('span', { 'aria-hidden': 'true' }, '☰'));
    const skip = (event) => {
        event.preventDefault();
        app.main.focus();
    };
    const node = element('header', {}, element('a.skip', { href: '#main', onclick: skip }, 'Skip to the content'),
        element('div.brand', {}, element('span.logo', { 'aria-hidden': 'true' }), file), tabs, menu, tools);
    return {
        node, search,
        openMenu: () => setMenu(true),
        setOpen: (name) => {
            tabs.hidden = search.hidden = name === null;
            replace(file, name === null ? null : data(name));
        },
        mark: (tab) => {
            setMenu(false);
            for (const link of tabs.children) {
                if (link.dataset.view !== tab) link.removeAttribute('aria-current');
                else link.setAttribute('aria-current', 'page');
            }
        },
    };
}
