import { element } from './dom.js';

// Control characters and what turns the direction of text, but not the joiners, which many scripts need.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
const KEPT = /[\u200C\u200D\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
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
 * off.
 *
 * @param {string} text
 * @param {string} [classes] Such as `.key`.
 */
export function data(text, classes = '') {
    const node = element(`bdi${classes}`);
    if (!UNPRINTABLE.test(text)) {
        node.append(text);
        return node;
    }
    let plain = '';
    for (const character of text) {
        if (!isUnprintable(character)) {
            plain += character;
            continue;
        }
        node.append(plain, element('span.escape', {}, escape(character)));
        plain = '';
    }
    node.append(plain);
    return node;
}

/** A text that is cut where it becomes long, between characters. */
export function cut(text, length) {
    if (text.length <= length) return text;
    const end = /[\uD800-\uDBFF]/.test(text[length - 1]) ? length - 1 : length;
    return `${text.slice(0, end)}…`;
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
