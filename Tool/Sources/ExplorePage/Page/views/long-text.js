import { cut } from '../graph/readable.js';
import { element } from './dom.js';
import { LONGEST, data, number } from './text.js';

/** What is shown at first, in characters, then for each request, and how it is divided. */
const BEGINNING = 400;
const AT_ONCE = 40_000;

/**
 * A text of any length, of which more is shown on request.
 *
 * @param {string} text
 * @param {string} [quote] What stands before and behind it.
 */
export function longText(text, [before, after] = ['', '']) {
    if (text.length <= BEGINNING) return element('span.string', {}, before, data(text), after);
    const pieces = element('span.string', {}, before, data(cut(text, BEGINNING)));
    const more = element('button.more', { type: 'button' });
    let shown = 0;
    const label = () => {
        more.textContent = shown === 0 ? `Show all ${number(text.length)} characters`
            : `Show more: ${number(text.length - shown)} of ${number(text.length)} characters are left`;
    };
    more.addEventListener('click', () => {
        const isFirst = shown === 0;
        if (isFirst) pieces.replaceChildren();
        const end = Math.min(text.length, shown + AT_ONCE);
        while (shown < end) {
            const piece = beginning(text, shown, Math.min(end, shown + LONGEST));
            shown += piece.length;
            pieces.append(element('span.piece', {}, data(piece)));
        }
        // The quotation marks stand in the lines of the text.
        if (isFirst) pieces.firstChild.prepend(before);
        if (shown >= text.length) {
            pieces.lastChild.append(after);
            more.remove();
        } else {
            label();
        }
    });
    label();
    return element('span', {}, pieces, ' ', more);
}

/** A part of a text that does not end within a character. */
function beginning(text, start, end) {
    const isSplit = end < text.length && end - start > 1 && /[\uD800-\uDBFF]/.test(text[end - 1]);
    return text.slice(start, isSplit ? end - 1 : end);
}
