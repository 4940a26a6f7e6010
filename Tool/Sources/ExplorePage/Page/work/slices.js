import { element, replace } from '../views/dom.js';

/** How long the page works before it draws, in milliseconds. */
const TURN = 30;

/** Thrown in work whose result nobody sees any more. */
class Abandoned extends Error {}

/**
 * A section that is filled when the page has time for it.
 *
 * @param {string} text What to say until then.
 * @param {(turn: () => Promise<void>) => Promise<Array>} make Makes the content. Awaits `turn` often, which lets the page draw
 *     and stops the work if the section is not shown any more.
 */
export function later(text, make) {
    const section = element('section', { 'aria-busy': 'true' }, element('p.hint', {}, text));
    let last = performance.now();
    const turn = async () => {
        if (performance.now() - last < TURN) return;
        await new Promise((resolve) => setTimeout(resolve));
        if (!section.isConnected) throw new Abandoned();
        last = performance.now();
    };
    setTimeout(async () => {
        try {
            replace(section, await make(turn));
            section.removeAttribute('aria-busy');
        } catch (error) {
            if (!(error instanceof Abandoned)) throw error;
        }
    });
    return section;
}
