import { cut } from '../graph/readable.js';
import { element } from './dom.js';

// Control characters and what turns the direction of text, but not the joiners, which many scripts need.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
const KEPT = /[\u200C\u200D\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
/** How many characters of a text are shown at once. */
export const LONGEST = 1000;
const UNITS = ['KiB', 'MiB', 'GiB'];
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function isUnprintable(character) {
    return UNPRINTABLE.test(character) && !KEPT.test(character);
}

function escape(character) {
    return SHORT[character] ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
}

/** Text of an archive as plain text in which everything can be seen. */
export function visible(text) {
    return UNPRINTABLE.test(text) ? Array.from(text, (character) =>
        isUnprintable(character) ? escape(character) : character).join('') : text;
}

/**
 * Text of an archive as an element of its own, whose direction does not reach beyond it. What cannot be seen is escaped and set
 * off. Long texts are cut: browsers take a time that grows faster than a text to lay one out.
 *
 * @param {string} text
 * @param {string} [classes] Such as `.key`.
 */
export function data(text, classes = '') {
    const node = element(`bdi${classes}`);
    let [part, isEscaped] = ['', false];
    const end = () => {
        if (part !== '') node.append(isEscaped ? element('span.escape', {}, part) : part);
        part = '';
    };
    for (const character of cut(text, LONGEST)) {
        const isNext = isUnprintable(character);
        if (isNext !== isEscaped) end();
        isEscaped = isNext;
        part += isEscaped ? escape(character) : character;
    }
    end();
    return node;
}

/** 1,234,567 */
export function number(value) {
    return value.toLocaleString('en');
}

/** 1.5 MiB, in powers of 1,024 and cut after a tenth, as the tool writes it. */
export function bytes(size) {
    if (size < 1024) return size === 1 ? '1 byte' : `${size} bytes`;
    let unit = 0;
    let tenths = Math.floor(10 * size / 1024);
    for (; tenths >= 10240 && unit < UNITS.length - 1; unit++) tenths = Math.floor(tenths / 1024);
    return `${Math.floor(tenths / 10)}.${tenths % 10} ${UNITS[unit]}`;
}

/** 12.3 % */
export function percent(part, whole) {
    if (whole === 0) return '0 %';
    const share = 100 * part / whole;
    return `${share > 0 && share < 0.05 ? '< 0.1' : share.toFixed(share < 9.95 ? 1 : 0)} %`;
}
