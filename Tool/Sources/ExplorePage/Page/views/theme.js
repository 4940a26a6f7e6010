import { element } from './dom.js';

const THEMES = { auto: 'System', light: 'Light', dark: 'Dark' };

/** Chooses between light and dark. What is chosen holds until the page is closed. */
export function themeChoice() {
    return element('label.theme', {}, element('span.hidden', {}, 'Colors'),
        element('select', {
            'aria-label': 'Colors',
            onchange: (event) => {
                document.documentElement.dataset.theme = event.target.value;
            },
        }, Object.entries(THEMES).map(([value, name]) => element('option', { value }, name))));
}
