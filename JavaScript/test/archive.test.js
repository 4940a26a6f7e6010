import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_POLICY, GraphObject, open, Refusal, STRICT_POLICY, verify } from '../src/index.js';
import { archivesIn, load } from './repository.js';

const GOLDENS = archivesIn('Tests/Goldens').filter((name) => !name.includes('-zstd'));

test('every golden archive is opened from each kind of source, with the same objects', async () => {
    for (const name of GOLDENS) {
        const bytes = await load(`Tests/Goldens/${name}`);
        const sources = [
            bytes, bytes.slice().buffer, new DataView(bytes.slice().buffer), new Blob([bytes]), new Blob([bytes]).stream(),
            (async function* () {
                for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
            })(),
            (async function* () {
                yield bytes.slice(0, 20).buffer;
                yield new DataView(bytes.buffer, bytes.byteOffset + 20, bytes.length - 20);
            })(),
        ];
        const counts = new Set();
        for (const source of sources) counts.add((await open(source)).objectCount);
        assert.equal(counts.size, 1, name);
    }
});

test('a reference is the same object each time, in cycles, too', async () => {
    for (const name of GOLDENS) {
        const archive = await open(await load(`Tests/Goldens/${name}`));
        const objects = [...archive.objects()];
        assert.equal(objects.length, archive.objectCount);
        for (const object of objects) {
            assert.equal(archive.object(object.id), object);
            assert.equal(archive.object(String(object.id)), undefined);
            for (const inner of object.fields.values()) {
                if (inner?.id !== undefined) assert.equal(archive.object(inner.id), inner);
            }
        }
    }
    const archive = await open(await load('Tests/Goldens/cycle.graph'));
    const reached = new Set([archive.root]);
    for (const object of reached) {
        for (const inner of object.fields.values()) {
            if (inner?.id !== undefined) reached.add(inner);
        }
    }
    assert.equal(reached.size, archive.objectCount);
});

/** A raw archive whose root value is given by its bytes, with a type `Point` in version 2 whose shape 0 has the key `x`. */
function archiveOf(value, composites = 0, idCount = 1) {
    const directory = [1, 1, 0x78, 1, 8, 5, ...new TextEncoder().encode('Point'), 2, 1, 4, composites];
    const table = [1, idCount, value.length * 2];
    const signature = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A, 1];
    return Uint8Array.of(...signature, ...value, ...table, ...directory, table.length, directory.length, 0x52, 0x47, 0x89);
}

test('no key of a dictionary is lost', async () => {
    const [nan, zero, minusZero] = [[0xCB, 0, 0, 0xC0, 0x7F], [0xCB, 0, 0, 0, 0], [0xCB, 0, 0, 0, 0x80]];
    const { root } = await open(archiveOf([0xCF, 2, ...nan, 1, ...nan, 2]));
    assert.deepEqual(root, [[NaN, 1], [NaN, 2]]);
    assert.deepEqual((await open(archiveOf([0xCF, 2, ...zero, 1, ...minusZero, 2]))).root, [[0, 1], [-0, 2]]);
    assert.deepEqual((await open(archiveOf([0xCF, 2, 1, 1, ...nan, 2]))).root, new Map([[1, 1], [NaN, 2]]));
    assert.deepEqual((await open(archiveOf([0xCF, 0]))).root, new Map());
});

test('a struct has the version of its type, and a type its values', async () => {
    const { root, types } = await open(archiveOf([0x60, 7], 1));
    assert.deepEqual([root.type, root.version, root.get('x')], ['Point', 2, 7]);
    assert.deepEqual(types, [{ readableName: 'Point', name: null, version: 2, isClass: false, valueCount: 1 }]);
});

test('each limit refuses what is beyond it, and nothing at it', async () => {
    const bytes = await load('Tests/Goldens/sample.graph');
    const whole = await open(bytes);
    const nameLength = Math.max(...whole.types.map(({ readableName, name }) =>
        Math.max(...[readableName, name ?? ''].map((text) => new TextEncoder().encode(text).length))));
    const atLimit = {
        maximumPlainByteCount: bytes.length, maximumObjectCount: whole.objectCount, maximumTypeNameLength: nameLength,
    };
    for (const [name, limit] of Object.entries(atLimit)) {
        await open(bytes, { policy: { [name]: limit } });
        await assert.rejects(open(bytes, { policy: { [name]: limit - 1 } }), { code: 'limitExceeded' }, name);
    }
    for (const [name, code] of [['maximumDirectoryEntryCount', 'limitExceeded'], ['maximumElementCount', 'limitExceeded'],
        ['maximumDepth', 'depthExceeded']]) {
        await assert.rejects(open(bytes, { policy: { [name]: 0 } }), { code }, name);
    }
});

test('an object that only a conditional reference names counts', async () => {
    const bytes = archiveOf([0xE1, 2], 0, 3);
    await open(bytes, { policy: { maximumObjectCount: 2 } });
    await assert.rejects(open(bytes, { policy: { maximumObjectCount: 1 } }), { code: 'limitExceeded' });
});

test('a bomb is refused by its expansion', async () => {
    const name = GOLDENS.find((each) => each.endsWith('-zlib.graphz'));
    const bytes = await load(`Tests/Goldens/${name}`);
    // The first MiB is free, however small the archive is.
    await open(bytes, { policy: { maximumExpansion: 0 } });
    await assert.rejects(open(bytes, { policy: { maximumPlainByteCount: 10 } }), { code: 'limitExceeded' });
});

test('a policy has the names and the defaults of Swift', async () => {
    const source = new TextDecoder().decode(await load('Sources/GraphCodable/Policy/GraphDecodingPolicy.swift'));
    const value = (text) => Number(text.replaceAll('_', '').replace(/(\d+) << (\d+)/, (_, number, bits) => number * 2 ** bits));
    const parameters = source.matchAll(/^ {8}(\w+): U?Int(?:64)? = ([\d_]+(?: << \d+)?),?$/gm);
    const defaults = new Map([...parameters].map(([, name, text]) => [name, value(text)]));
    for (const [name, limit] of Object.entries(DEFAULT_POLICY)) assert.equal(limit, defaults.get(name), name);
    const strict = /public static var strict[\s\S]*?allowedTypes/.exec(source)[0];
    for (const [name, limit] of Object.entries(STRICT_POLICY)) {
        assert.equal(limit, value(new RegExp(`${name}: ([\\d_]+(?: << \\d+)?)`).exec(strict)[1]), name);
    }
    await assert.rejects(open(new Uint8Array(0), { policy: { maximumSize: 1 } }), TypeError);
});

test('what is wrong is told by code, rule, place and message', async () => {
    const bytes = await load('Tests/Goldens/sample-zlib.graphz');
    bytes[80] ^= 1;
    await assert.rejects(open(bytes), Refusal);
    assert.deepEqual(await verify(bytes), {
        isSound: false,
        error: { code: 'damaged', rule: 'Z17', message: 'A section does not match its checksum.', place: 32 },
    });
    const zstd = await verify(await load('Tests/Goldens/sample-zstd.graphz'));
    assert.equal(zstd.error.code, 'unsupportedCodec');
    assert.match(zstd.error.message, /Zstandard/);
    assert.equal((await verify(await load('Tests/Goldens/sample.graph'))).isSound, true);
});

test('an archive that was transferred as text is told from other files', async () => {
    for (const [name, rule] of [['sample.graph', 'R5'], ['sample-zlib.graphz', 'Z3']]) {
        const data = Buffer.from(await load(`Tests/Goldens/${name}`));
        const latin = data.toString('latin1');
        const damaged = [
            Buffer.from(latin.replaceAll('\r\n', '\n'), 'latin1'), Buffer.from(latin.replaceAll('\n', '\r\n'), 'latin1'),
            data.map((byte) => byte & 0x7F), Buffer.from(latin), Buffer.from(data.toString()),
        ];
        for (const bytes of damaged) await assert.rejects(open(bytes), { rule, code: 'transferDamage' }, name);
        const other = Buffer.concat([Buffer.of(0x78), data.subarray(1)]);
        await assert.rejects(open(other), { rule: 'R5', code: 'notAnArchive' }, name);
        await assert.rejects(open(data.subarray(0, 5)), { code: 'truncated' }, name);
    }
});

test('the page names what objects and entries of types have', async () => {
    const page = new TextDecoder().decode(await load('JavaScript/README.md'));
    const [entry] = (await open(await load('Tests/Goldens/sample.graph'))).types;
    const ofObjects = Object.getOwnPropertyNames(GraphObject.prototype).filter((name) => name !== 'constructor');
    const missing = (about, names) => {
        const line = page.split(/\n(?=- |$)/).find((each) => each.includes(about));
        return names.filter((name) => !new RegExp(`\`${name}\\b`).test(line));
    };
    assert.deepEqual(missing('A `GraphObject` has', ['id', ...ofObjects]), []);
    assert.deepEqual(missing('`archive.types`', Object.keys(entry)), []);
});

test('something that is no source is a mistake of the program', async () => {
    await assert.rejects(open('city.graphz'), TypeError);
    for (const chunk of ['city', 7, null]) {
        await assert.rejects(open((async function* () { yield chunk; })()), TypeError);
    }
});

test('reading ends with an error if the buffer was transferred', async () => {
    for (const name of GOLDENS.filter((each) => each.endsWith('.graph'))) {
        const { buffer } = await load(`Tests/Goldens/${name}`);
        const archive = await open(buffer);
        structuredClone(buffer, { transfer: [buffer] });
        assert.throws(() => archive.root, TypeError, name);
    }
});

test('the chunks of a source count towards the limit, whatever they are', async () => {
    let count = 0;
    const chunks = (async function* () {
        for (;;) {
            count += 1;
            yield new ArrayBuffer(1 << 20);
        }
    })();
    await assert.rejects(open(chunks, { policy: { maximumPlainByteCount: 1000 } }), { code: 'limitExceeded' });
    assert.ok(count < 100);
});

test('no module is named that a bundler for browsers could not find', () => {
    const folder = new URL('../src/', import.meta.url);
    for (const name of readdirSync(folder)) {
        const names = readFileSync(new URL(name, folder), 'utf8').matchAll(/(?:from|import) ?\(?['"]([^'"]*)['"]/g);
        for (const [, imported] of names) assert.match(imported, /^\.\//, name);
    }
});
