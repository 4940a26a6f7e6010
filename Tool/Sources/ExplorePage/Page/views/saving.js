import { element } from './dom.js';

/**
 * A button that saves a file.
 *
 * @param {() => Blob} make
 * @param {string} name
 */
export function saveButton(make, name) {
    const save = () => {
        const address = URL.createObjectURL(make());
        element('a', { href: address, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(address));
    };
    return element('button.more', { type: 'button', onclick: save }, 'Save');
}

/**
 * A button that copies text.
 *
 * @param {() => string} make
 * @param {string} title
 * @param {(text: string) => void} announce Has screen readers tell the result.
 */
export function copyButton(make, title, announce) {
    const copy = async () => {
        let result = 'Copied';
        try {
            await navigator.clipboard.writeText(make());
        } catch {
            result = 'The browser does not allow copying';
        }
        button.textContent = result;
        announce(result);
        setTimeout(() => {
            button.textContent = title;
        }, 2000);
    };
    const button = element('button.more', { type: 'button', onclick: copy }, title);
    return button;
}
