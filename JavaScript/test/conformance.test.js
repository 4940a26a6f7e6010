import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBlock } from '../src/filter.js';
import { checkConformance } from './conformance.js';
import { archivesIn, load } from './repository.js';

test('the reader agrees with the goldens and the corpus', async () => {
    const names = { goldens: archivesIn('Tests/Goldens'), accepted: archivesIn('Tests/Corpus/accepted') };
    const { count, failures } = await checkConformance(load, names);
    assert.deepEqual(failures, []);
    assert.ok(count > 400, `${count} archives`);
});

test('each form of the filter gives its block or is refused', async () => {
    const lines = new TextDecoder().decode(await load('Tests/Corpus/filter/list.txt')).trim().split('\n');
    assert.ok(lines.length > 90);
    for (const line of lines) {
        const [rule, name, plainSize, form, block] = line.split('\t');
        const result = () => Buffer.from(joinBlock(Buffer.from(form, 'hex'), Number(plainSize), 0)).toString('hex');
        if (block === 'refused') assert.throws(result, (error) => error.rule === 'Z56', `${rule}: ${name}`);
        else assert.equal(result(), block, name);
    }
});
