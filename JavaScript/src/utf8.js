/**
 * Whether bytes are valid UTF-8: no surrogates, no overlong forms, nothing above U+10FFFF (rule R3).
 *
 * `TextDecoder` costs more to call than most strings take here.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isUTF8(bytes, start, end) {
    let at = start;
    while (at < end) {
        const byte = bytes[at];
        if (byte < 0x80) {
            at++;
            continue;
        }
        const size = byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 0;
        if (size === 0 || at + size > end) return false;
        const second = bytes[at + 1];
        const least = byte === 0xE0 ? 0xA0 : byte === 0xF0 ? 0x90 : 0x80;
        const most = byte === 0xED ? 0x9F : byte === 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) return false;
        for (let index = 2; index < size; index++) {
            if ((bytes[at + index] & 0xC0) !== 0x80) return false;
        }
        at += size;
    }
    return true;
}
