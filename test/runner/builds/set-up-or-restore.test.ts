import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  setUpOrRestore,
  type KeptBuilds,
  type SideState,
} from '../../../src/runner/builds/set-up-or-restore.ts';
import { cleanEnvironment, makeFolder } from '../stage/make-repository.ts';

/** A checkout whose setup counts how often it ran in a file beside it. */
function makeSide() {
  const root = makeFolder();
  const counter = join(root, 'count');
  const script = `const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(counter)}, 'x');
    fs.writeFileSync('built.txt', fs.readFileSync('source.txt'));`;
  const directory = join(root, 'base');
  const checkOut = (): void => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    writeFileSync(join(directory, 'source.txt'), 'source');
  };
  const builds: KeptBuilds = {
    folder: join(root, 'builds'),
    commit: 'a'.repeat(40),
    platform: 'linux-x64',
    cpuModel: 'EPYC',
    mayRestore: true,
    perSide: 1,
    now: () => new Date('2026-11-21T10:00:00Z'),
  };
  const setUp = (kept: KeptBuilds | undefined, command = ['node', '-e', script]) => {
    checkOut();
    const setup = { side: 'before', label: 'main', directory, commands: [command] } as const;
    const more = { timeoutMs: 300_000, environment: cleanEnvironment, signal: undefined };
    const logFile = join(root, 'setup.log');
    return setUpOrRestore({ ...setup, ...more, logFile, onCommand: () => undefined }, kept);
  };
  const count = (): number => readFileSync(counter, 'utf8').length;
  return { builds, setUp, count, directory };
}

const restored: SideState = { kind: 'restored', madeAt: new Date('2026-11-21T10:00:00Z') };

test('the second job with the same facts takes what the first one built', async () => {
  const { builds, setUp, count, directory } = makeSide();
  expect(await setUp(builds)).toEqual({ kind: 'set-up' });
  expect(await setUp(builds)).toEqual(restored);
  expect(count()).toBe(1);
  expect(readFileSync(join(directory, 'built.txt'), 'utf8')).toBe('source');
});

test('a build is not kept where setup has put a program outside of the checkout', async () => {
  const { builds, setUp, count } = makeSide();
  const elsewhere = { ...builds, findOutside: () => '/home/a/.local/bin/tool' };
  const notKept = 'setup has put /home/a/.local/bin/tool outside of the checkout';
  expect(await setUp(elsewhere)).toEqual({ kind: 'set-up', notKept });
  expect(await setUp(builds)).toEqual({ kind: 'set-up' });
  expect(count()).toBe(2);
});

test('a job without a place for builds sets up each time', async () => {
  const { setUp, count } = makeSide();
  await setUp(undefined);
  expect(await setUp(undefined)).toEqual({ kind: 'set-up' });
  expect(count()).toBe(2);
});

test('another commit, or a side that has to be fresh, is built', async () => {
  const { builds, setUp, count } = makeSide();
  await setUp(builds);
  expect(await setUp({ ...builds, commit: 'b'.repeat(40) })).toEqual({ kind: 'set-up' });
  expect(await setUp({ ...builds, mayRestore: false })).toEqual({ kind: 'set-up' });
  expect(count()).toBe(3);
});

test('a setup that fails keeps nothing', async () => {
  const { builds, setUp } = makeSide();
  await expect(setUp(builds, ['false'])).rejects.toThrow(/setup of the before side/);
  await expect(setUp(builds, ['false'])).rejects.toThrow(/setup of the before side/);
});
