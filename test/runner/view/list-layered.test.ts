import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listLayered, listMounts, listSockets } from '../../../src/runner/view/list-layered.ts';
import { makeFolder } from '../stage/make-repository.ts';

describe('folders that each side has for itself', () => {
  const has = (environments: Record<string, string>[], path: string): boolean =>
    listLayered(environments, () => false).includes(path);

  test('are those for temporary files and local installations, whatever the environment', () => {
    expect(has([], '/tmp')).toBe(true);
    expect(has([], '/usr/local')).toBe(true);
  });

  test('are the home, and what any other variable of any environment names', () => {
    const [home, cache, target] = ['home', 'cache', 'target'].map((name) => {
      const folder = join(makeFolder(), name);
      mkdirSync(folder);
      return folder;
    }) as [string, string, string];
    const environments: Record<string, string>[] = [
      { HOME: home },
      { CACHES: `/usr/bin:${cache}/`, TARGET: target },
    ];
    expect(has(environments, home)).toBe(true);
    // Those in /tmp are in its layer.
    expect([cache, target].map((folder) => has(environments, folder))).toEqual([false, false]);
  });

  test.each([
    ['in the folder above where one is not there', '/usr/local/not/there', '/usr/local'],
    ['with dots in its path', '/usr/../usr/local/./', '/usr/local'],
  ])('may be named %s', (_how, value, expected) => {
    const before = listLayered([], () => false);
    expect(listLayered([{ A: value }], () => false)).toEqual(before);
    expect(before).toContain(expected);
  });

  test.each([
    ['a folder of the system', '/usr/bin'],
    ['the root of all', '/'],
    ['a folder of the kernel', '/proc/self'],
    ['a path that is not absolute', 'usr/local'],
    ['a URL', 'file:///usr/local'],
    ['a file', '/etc/passwd'],
  ])('are not %s', (_which, value) => {
    const names = listLayered([{ A: value, HOME: value }], () => false);
    expect(names).toEqual(listLayered([], () => false));
  });

  test('are at most twenty, and none that has to stay as it is', () => {
    const folder = makeFolder();
    const homes = Array.from({ length: 30 }, (_, i) => ({ HOME: join(folder, String(i)) }));
    for (const { HOME } of homes) mkdirSync(HOME);
    expect(listLayered(homes, () => false)).toHaveLength(20);
    expect(listLayered(homes, () => true)).toEqual([]);
  });

  test('come in an order in which one within another comes after it', () => {
    const home = makeFolder();
    const folders = listLayered([{ HOME: home }], () => false);
    expect(folders.indexOf(home)).toBeGreaterThan(folders.indexOf('/tmp'));
  });
});

test('sockets are listed that are open in a folder, and no files', async () => {
  const folder = makeFolder();
  const path = join(folder, 'with a space');
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  writeFileSync(join(folder, 'file'), '');
  expect(listSockets(folder)).toEqual([path]);
  expect(listSockets(`${folder}/other`)).toEqual([]);
});

test('mounts below a folder are listed once each, and those that hold others first', () => {
  const all = listMounts('');
  expect(all).toContain('/proc');
  expect(new Set(all).size).toBe(all.length);
  expect(all.map((path) => path.length)).toEqual(
    all.map((path) => path.length).sort((a, b) => a - b),
  );
  expect(listMounts('/proc/self')).toEqual([]);
});
