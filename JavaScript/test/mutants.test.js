import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '../src/index.js';
import { archivesIn, load, pathOf } from './repository.js';

/** The Swift tool, how many mutants to try, and where to begin: a failure is repeated with its seed. */
const TOOL = process.env.GRAPHZ ?? pathOf('.build/debug/graphz');
const COUNT = Number(process.env.MUTANTS ?? 600);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 200;

/** Random numbers that a seed repeats: mulberry32. */
function generator(seed) {
    return (limit) => {
        seed = seed + 0x6D2B79F5 | 0;
        let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) % limit;
    };
}

/** An archive with some bytes changed, left out or repeated. */
function mutant(bytes, random) {
    let result = bytes.slice();
    for (let change = random(3); change >= 0 && result.length > 0; change--) {
        const at = random(result.length);
        switch (random(6)) {
            case 0: result = result.slice(0, at); break;
            case 1: result = joined(result.subarray(0, at), result.subarray(at + 1 + random(8))); break;
            case 2: result = joined(result.subarray(0, at), result.subarray(Math.max(0, at - random(8)))); break;
            case 3: result[at] = random(256); break;
            default: result[at] ^= 1 << random(8);
        }
    }
    return result;
}

const joined = (left, right) => Uint8Array.from([...left, ...right]);

/** What the Swift tool says of files, in their order. */
function verdictsOfTool(paths) {
    const { stdout } = spawnSync(TOOL, ['verify', '--json', ...paths], {
        encoding: 'utf8', env: { ...process.env, SWIFT_BACKTRACE: 'enable=no' }, maxBuffer: 2 ** 28,
    });
    return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const skip = !existsSync(TOOL) && `${TOOL} is not built`;

test('mutants are sound here if and only if the Swift tool finds them sound', { skip }, async () => {
    const random = generator(SEED);
    // Raw archives have no checksums, so that their mutants break other rules; the codec of others is not read here.
    const names = archivesIn('Tests/Goldens')
        .filter((name) => !name.includes('-zstd') && (name.endsWith('.graph') || random(4) === 0));
    const folder = mkdtempSync(join(tmpdir(), 'graphz-mutants-'));
    let sound = 0;
    try {
        for (let start = 0; start < COUNT; start += AT_ONCE) {
            const mutants = [];
            for (let index = 0; index < Math.min(AT_ONCE, COUNT - start); index++) {
                const name = names[random(names.length)];
                const bytes = mutant(await load(`Tests/Goldens/${name}`), random);
                const path = join(folder, `${start + index}-${name}`);
                writeFileSync(path, bytes);
                mutants.push({ bytes, path });
            }
            const told = verdictsOfTool(mutants.map(({ path }) => path));
            assert.equal(told.length, mutants.length);
            for (const [index, { bytes, path }] of mutants.entries()) {
                const verdict = await verify(bytes);
                const expected = told[index];
                const what = `${path}, seed ${SEED}: ${JSON.stringify(verdict)} and ${JSON.stringify(expected)}`;
                assert.equal(verdict.isSound, expected.isSound, what);
                if (!verdict.isSound) continue;
                sound++;
                assert.equal(verdict.plainBytes, expected.plainBytes, what);
                assert.equal(verdict.objectCount, expected.objectCount, what);
            }
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
    process.stdout.write(`figure mutants read by JavaScript and Swift: ${COUNT}, of which sound: ${sound}, seed ${SEED}\n`);
});
