import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pull } from '../src/pull.js';
import { push } from '../src/push.js';
import { readTree, startWorld, writeTree } from './trees.js';

const files = { 'a.txt': 'one', 'deep/er/b.txt': 'two', 'deep/empty.txt': '' };

test('what one client pushes another one pulls', async (t) => {
  const { client } = await startWorld(t);
  writeTree(client('one').root, files);
  assert.deepEqual(await push(client('one')), { sent: 3, moved: 0, removed: 0 });
  assert.deepEqual(await pull(client('two')), { received: 3 });
  assert.deepEqual(readTree(client('two').root), files);
});

test('a second push and pull find nothing to do', async (t) => {
  const { client } = await startWorld(t);
  writeTree(client('one').root, files);
  await push(client('one'));
  await pull(client('two'));
  assert.deepEqual(await push(client('one')), { sent: 0, moved: 0, removed: 0 });
  assert.deepEqual(await push(client('two')), { sent: 0, moved: 0, removed: 0 });
  assert.deepEqual(await pull(client('two')), { received: 0 });
});

test('changed and removed files reach the server', async (t) => {
  const { client, store } = await startWorld(t);
  const { root } = client('one');
  writeTree(root, files);
  await push(client('one'));
  writeTree(root, { 'a.txt': 'another length' });
  rmSync(join(root, 'deep/er/b.txt'));
  assert.deepEqual(await push(client('one')), { sent: 1, moved: 0, removed: 1 });
  assert.deepEqual(readTree(store.root), { 'a.txt': 'another length', 'deep/empty.txt': '' });
});

test('a renamed folder is moved and not sent again, equal contents included', async (t) => {
  const { client, store } = await startWorld(t);
  const { root } = client('one');
  writeTree(root, { 'old/a': 'same', 'old/b': 'same', 'old/c': 'other', stays: 'same' });
  await push(client('one'));
  renameSync(join(root, 'old'), join(root, 'new'));
  assert.deepEqual(await push(client('one')), { sent: 0, moved: 3, removed: 0 });
  assert.deepEqual(readTree(store.root), readTree(root));
});

test('many files and a file of several chunks arrive as they are', async (t) => {
  const { client } = await startWorld(t);
  const many = Array.from({ length: 2_000 }, (_, i) => [`folder/${i % 7}/${i}`, `content ${i}`]);
  const large = randomBytes(21_000_001);
  writeTree(client('one').root, { ...Object.fromEntries(many), 'large.bin': large });
  await push(client('one'));
  await pull(client('two'));
  const arrived = readFileSync(join(client('two').root, 'large.bin'));
  assert.ok(arrived.equals(large));
  rmSync(join(client('two').root, 'large.bin'));
  assert.deepEqual(readTree(client('two').root), Object.fromEntries(many.sort()));
});

test('a path that leads out of the tree is refused', async (t) => {
  const { client } = await startWorld(t);
  for (const path of ['../outside', '/etc/passwd', 'a//b', 'a\u0000b', '']) {
    const body = JSON.stringify(path);
    const response = await fetch(`${client('one').url}/large`, { method: 'POST', body });
    assert.equal(response.status, 400, path);
  }
});
