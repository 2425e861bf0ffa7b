import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHost } from '../../../src/runner/host/keep-host.ts';
import { readProcess } from '../../../src/runner/host/list-processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-keep-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const journals = () => join(folder, 'journals');

test('what both sides share is set once and undone at the end', async () => {
  const settings = { temporaryFiles: 'memory', mallocArenas: 'one' } as const;
  const keeper = keepHost({ before: settings, after: settings }, journals());
  const { TMPDIR = '', MALLOC_ARENA_MAX } = keeper.environmentOf('before');
  expect(MALLOC_ARENA_MAX).toBe('1');
  await keeper.enter('before', folder);
  writeFileSync(join(TMPDIR, 'left'), '');
  await keeper.enter('after', folder);
  expect(existsSync(join(TMPDIR, 'left'))).toBe(true);
  expect(keeper.settings).toEqual({ mallocArenas: 'one', temporaryFiles: 'memory' });
  keeper.close();
  expect([existsSync(TMPDIR), readdirSync(journals())]).toEqual([false, []]);
});

test('where the sides differ, a program in the background runs beside one and not beside the other', async () => {
  const name = `pn-${process.pid}`;
  copyFileSync('/bin/sleep', join(folder, name));
  const sleeper = spawn(join(folder, name), ['60']);
  const stateOf = () => readProcess(sleeper.pid ?? 0);
  try {
    await expect.poll(() => stateOf()?.name).toBe(name);
    const keeper = keepHost({ before: {}, after: { stop: [name] } }, journals());
    await keeper.enter('after', folder);
    await expect.poll(() => stateOf()?.state).toBe('T');
    await keeper.enter('before', folder);
    await expect.poll(() => stateOf()?.state).not.toBe('T');
    await keeper.enter('after', folder);
    keeper.close();
    await expect.poll(() => stateOf()?.state).not.toBe('T');
    expect([...keeper.stopped]).toEqual([name]);
  } finally {
    sleeper.kill('SIGKILL');
  }
});

test('what the host does not offer is a problem that says why, and the run goes on', () => {
  const keeper = keepHost({ before: {}, after: { stop: ['no-such-program'] } }, journals());
  expect(keeper.problems).toEqual([
    {
      code: 'host-setting-refused',
      message: 'host.stop in perigee.yml is not set: no such program runs',
    },
  ]);
  expect(keeper.settings).toBeUndefined();
});

test('programs of the settings stand before the command, each by its path', () => {
  const settings = { addresses: 'fixed', scheduling: 'batch' } as const;
  const prefix = keepHost({ before: {}, after: settings }, journals()).prefixOf('after');
  expect(prefix.filter((one) => one.startsWith('/')).map((one) => one.split('/').pop())).toEqual([
    'chrt',
    'setarch',
  ]);
});

test('a program that calls itself something else is found by its own name', async () => {
  const name = `pn-renamed-${process.pid}`;
  const renamed = join(folder, name);
  symlinkSync(process.execPath, renamed);
  const child = spawn(renamed, ['-e', 'setInterval(() => {}, 1000)'], {
    argv0: renamed,
  });
  try {
    await expect.poll(() => readProcess(child.pid ?? 0)?.name).toBe('MainThread');
    const keeper = keepHost({ before: {}, after: { stop: [`${name.slice(0, 9)}*`] } }, journals());
    expect(keeper.problems).toEqual([]);
  } finally {
    child.kill('SIGKILL');
  }
});
