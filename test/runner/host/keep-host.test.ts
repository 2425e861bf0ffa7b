import { copyFileSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keepHost } from '../../../src/runner/host/keep-host.ts';
import { readProcess } from '../../../src/runner/host/list-processes.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));
const journals = () => join(folder, 'journals');

test('what both sides share is set once and undone at the end', () => {
  const settings = { temporaryFiles: 'memory', cpus: 'one' } as const;
  const keeper = keepHost({ before: settings, after: settings }, journals());
  const { TMPDIR = '' } = keeper.environmentOf('before');
  keeper.enter('before');
  writeFileSync(join(TMPDIR, 'left'), '');
  keeper.enter('after');
  expect(existsSync(join(TMPDIR, 'left'))).toBe(true);
  expect(keeper.settings).toEqual({ cpus: 'one', temporaryFiles: 'memory' });
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
    keeper.enter('after');
    await expect.poll(() => stateOf()?.state).toBe('T');
    keeper.enter('before');
    await expect.poll(() => stateOf()?.state).not.toBe('T');
    keeper.enter('after');
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

test('what Perigee has no more is told in one problem', () => {
  const after = { swap: 'avoid', hugePages: 'never' } as const;
  expect(keepHost({ before: after, after }, journals()).problems).toEqual([
    {
      code: 'host-setting-refused',
      message:
        'host.swap, host.hugePages in perigee.yml is not set: Perigee has it no more; remove it',
    },
  ]);
});

test('programs of the settings stand before the command, each by its path', () => {
  const prefix = keepHost({ before: {}, after: { cpus: 'one' } }, journals()).prefixOf('after');
  expect(prefix[0]).toMatch(/^\/.*\/taskset$/);
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
