import { isUTF8 } from '../../../../../JavaScript/src/utf8.js';
import { counted } from '../graph/readable.js';
import { element, replace } from './dom.js';
import { longText } from './long-text.js';
import { copyButton, saveButton } from './saving.js';
import { number } from './text.js';

const BYTES_AT_ONCE = 512;
const MORE_BYTES = 8192;
/** A picture that is larger when it is decoded takes too much memory. */
const PIXEL_LIMIT = 2 ** 25;
const LARGEST_SIDE = 480;
const SMALL_SIDE = 48;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * What bytes are, by how they begin.
 *
 * @returns {?{type: string, ending: string, width: number, height: number}} `null` if they are not a picture with a known size.
 */
function pictureType(raw) {
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
    const startsWith = (...bytes) => bytes.every((byte, index) => raw[index] === byte);
    if (raw.length > 24 && startsWith(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A)) {
        return { type: 'image/png', ending: 'png', width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (raw.length > 4 && startsWith(0xFF, 0xD8, 0xFF)) {
        const size = sizeOfJPEG(view);
        return size === null ? null : { type: 'image/jpeg', ending: 'jpg', ...size };
    }
    return null;
}

/** The size that the first frame of a JPEG names. */
function sizeOfJPEG(view) {
    for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xFF;) {
        const marker = view.getUint8(at + 1);
        const isFrame = marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(marker);
        if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
        at += 2 + view.getUint16(at + 2);
    }
    return null;
}

/** Whether bytes are a text that can be read: UTF-8 without control characters but for those of lines. */
function isText(raw) {
    const isControl = (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;
    return raw.length > 0 && isUTF8(raw, 0, raw.length) && !raw.some(isControl);
}

/**
 * A picture on a canvas: the browser decodes it without loading anything, so that the page's policy can forbid all images.
 *
 * @returns {?HTMLElement} `null` if the bytes are no picture that can be shown.
 */
function picture(raw, side) {
    const type = pictureType(raw);
    if (type === null || type.width === 0 || type.height === 0) return null;
    const size = `${number(type.width)} × ${number(type.height)}`;
    const name = `${type.ending.toUpperCase()}, ${size} pixels`;
    if (type.width * type.height > PIXEL_LIMIT) return element('span.mark', {}, `${name}: too large to show`);
    const scale = Math.min(1, side / type.width, side / type.height);
    const [width, height] = [type.width, type.height].map((length) => Math.max(1, Math.round(length * scale)));
    const canvas = element('canvas', { width, height, role: 'img', 'aria-label': name });
    const note = element('span.mark', {}, name);
    createImageBitmap(new Blob([raw], { type: type.type })).then((bitmap) => {
        canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
        bitmap.close();
        canvas.dataset.isDrawn = '';
    }, () => {
        canvas.remove();
        note.textContent = `${name}, which the browser cannot decode`;
    });
    return element('span.preview', {}, canvas, ' ', note);
}

/** Bytes in one line: a small picture, or how they begin. */
export function blobPreview(raw) {
    return picture(raw, SMALL_SIDE) ?? element('span', {}, counted(raw.length, 'byte'), ' ', isText(raw.subarray(0, 64))
        ? element('span.string', {}, '“', decoder.decode(raw.subarray(0, 64)), raw.length > 64 ? '…”' : '”')
        : element('code', {}, hex(raw.subarray(0, 16)), raw.length > 16 ? ' …' : ''));
}

/**
 * Bytes as a picture, as text and in hexadecimal digits, with buttons to save and to copy them.
 *
 * @param {Uint8Array} raw
 * @param {string} name What a file of them is called, without an ending.
 * @param {(text: string) => void} announce
 */
export function blobView(raw, name, announce) {
    const type = pictureType(raw);
    const hasText = isText(raw);
    const ending = type?.ending ?? (hasText ? 'txt' : 'bin');
    const copied = () => hasText ? decoder.decode(raw) : hex(raw);
    return element('div.blob', {},
        picture(raw, LARGEST_SIDE),
        hasText ? longText(decoder.decode(raw)) : null,
        hexDump(raw, !hasText && type === null),
        element('p.actions', {}, saveButton(() => new Blob([raw]), `${name}.${ending}`),
            copyButton(copied, hasText ? 'Copy text' : 'Copy hex', announce)));
}

const hex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** Lines of sixteen bytes, more of them when they are asked for. */
function hexDump(raw, isOpen) {
    const lines = element('pre', { tabindex: '0', 'aria-label': 'Bytes' });
    const more = element('button.more', { type: 'button', onclick: () => add(MORE_BYTES) });
    let shown = 0;
    const add = (count) => {
        const end = Math.min(raw.length, shown + count);
        const text = [];
        for (; shown < end; shown += 16) text.push(hexLine(raw, shown, Math.min(end, shown + 16)));
        shown = end;
        lines.append(`${text.join('\n')}\n`);
        more.hidden = shown === raw.length;
        replace(more, `Show more of ${counted(raw.length, 'byte')}`);
    };
    const title = `${counted(raw.length, 'byte')} in hexadecimal digits`;
    const details = element('details', { open: isOpen }, element('summary', {}, title), lines, more);
    add(BYTES_AT_ONCE);
    return details;
}

function hexLine(raw, start, end) {
    const part = raw.subarray(start, end);
    const text = Array.from(part, (byte) => byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.').join('');
    return `${start.toString(16).padStart(6, '0')}  ${hex(part).padEnd(47)}  ${text}`;
}
