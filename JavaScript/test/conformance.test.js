import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConformance } from './conformance.js';
import { archivesIn, load } from './repository.js';

test('the reader agrees with the goldens and the corpus', async () => {
    const names = { goldens: archivesIn('Tests/Goldens'), accepted: archivesIn('Tests/Corpus/accepted') };
    const { count, failures } = await checkConformance(load, names);
    assert.deepEqual(failures, []);
    assert.ok(count > 400, `${count} archives`);
});
