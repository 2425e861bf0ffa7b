import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { IndexStore } from '../src/index-store.js';

function openStore(t) {
  const folder = mkdtempSync(join(tmpdir(), 'sync-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, store: new IndexStore(folder) };
}

test('what was recorded is there after a restart, from the journal and from the snapshot', (t) => {
  const { folder, store } = openStore(t);
  store.record([
    ['a', 1, 10, 'x'],
    ['b', 2, 20.5, 'y'],
  ]);
  store.record([['a']]);
  const expected = [['b', { size: 2, mtimeMs: 20.5, hash: 'y' }]];
  assert.deepEqual([...new IndexStore(folder).entries], expected);
  store.compact();
  assert.deepEqual([...new IndexStore(folder).entries], expected);
});

test('a batch that a crash cut short is left out as a whole', (t) => {
  const { folder, store } = openStore(t);
  store.record([['a', 1, 10, 'x']]);
  store.close();
  appendFileSync(join(folder, 'journal'), '[["b",1,10,"x"],["c",1,1');
  const reopened = new IndexStore(folder);
  assert.equal(reopened.entries.size, 1);
  reopened.record([['d', 1, 10, 'x']]);
  const paths = Array.from(new IndexStore(folder).entries, ([path]) => path);
  assert.deepEqual(paths, ['a', 'd']);
});
