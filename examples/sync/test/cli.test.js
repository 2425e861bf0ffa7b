import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readTree, writeTree } from './trees.js';

const program = fileURLToPath(new URL('../bin/sync.js', import.meta.url));
const sync = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test('serve, push and pull work from the command line', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'sync-test-'));
  const serving = spawn(process.execPath, [program, 'serve', '--root', join(home, 'store')]);
  t.after(async () => {
    serving.kill();
    await once(serving, 'exit');
    rmSync(home, { recursive: true });
  });
  const url = String(await once(serving.stdout, 'data')).match(/http:\S+/)[0];
  writeTree(join(home, 'one'), { 'a/b': 'content' });
  const pushed = sync('push', '--root', join(home, 'one'), '--url', url);
  assert.equal(pushed.stdout, 'sent 1, moved 0, removed 0\n');
  const pulled = sync('pull', '--root', join(home, 'two'), '--url', url);
  assert.equal(pulled.stdout, 'received 1\n');
  assert.deepEqual(readTree(join(home, 'two')), { 'a/b': 'content' });
});

test('wrong use ends with 2 and says how it is used', () => {
  const { status, stderr } = sync('push');
  assert.equal(status, 2);
  assert.match(stderr, /--root is missing\n\nsync serve/);
});
