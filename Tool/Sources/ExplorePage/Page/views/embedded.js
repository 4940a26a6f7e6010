/**
 * Takes the archive out of the page, where it is base64 in elements that are not scripts.
 *
 * @returns {?{name: string, note: string, texts: string[]}} `null` if the page has none.
 */
export function takeEmbedded() {
    const parts = [...document.querySelectorAll('script[type="application/x-graph-part"]')];
    if (parts.length === 0) return null;
    const { name = 'archive', note = '' } = parts[0].dataset;
    const texts = parts.map((part) => part.textContent.trim());
    // The text takes more memory than the archive.
    parts.forEach((part) => part.remove());
    return { name, note, texts };
}
