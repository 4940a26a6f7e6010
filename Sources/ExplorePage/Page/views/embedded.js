/**
 * Takes the archive out of the page, where it stands as base64 in elements that are no scripts.
 *
 * @returns {?{name: string, note: string, bytes: Uint8Array}} `null` when the page has none.
 */
export function takeEmbedded() {
    const parts = [...document.querySelectorAll('script[type="application/x-graph-part"]')];
    if (parts.length === 0) return null;
    const { name = 'archive', note = '' } = parts[0].dataset;
    const pieces = parts.map((part) => decoded(part.textContent.trim()));
    // The text takes more memory than the archive.
    parts.forEach((part) => part.remove());
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return { name, note, bytes };
}

function decoded(text) {
    if ('fromBase64' in Uint8Array) return Uint8Array.fromBase64(text);
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
    return bytes;
}
