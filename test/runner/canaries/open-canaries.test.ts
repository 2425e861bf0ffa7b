import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries, cpuLimit } from '../../../src/contract/canaries.ts';
import {
  type Canaries,
  openCanaries,
  startCanaries,
} from '../../../src/runner/canaries/open-canaries.ts';
import { makeFolder } from '../stage/make-repository.ts';

const entry = join(import.meta.dirname, '../../../src/runner/canaries/canary-process.ts');
const names = [...canaries.map(({ name }) => name), cpuLimit];
let opened: Canaries | undefined;

beforeAll(async () => {
  opened = await startCanaries(entry);
});
afterAll(() => opened?.close());

test('each canary takes some time, and leaves nothing behind', async () => {
  const folder = makeFolder();
  await opened?.warmUp(folder);
  const readings = await opened?.measure(names, folder);
  expect(Object.keys(readings ?? {})).toEqual(names);
  for (const ns of Object.values(readings ?? {})) expect(ns).toBeGreaterThan(1000);
  expect(readdirSync(folder)).toEqual([]);
});

test('only what is asked for is measured, and a name that nobody knows is left out', async () => {
  const readings = await opened?.measure(['disk.flush', 'moon.phase'], makeFolder());
  expect(Object.keys(readings ?? {})).toEqual(['disk.flush']);
});

test('a folder that is not there gives no readings, and the next request is answered', async () => {
  expect(await opened?.measure(['disk.flush'], join(makeFolder(), 'gone'))).toEqual({});
  expect(Object.keys((await opened?.measure(['cpu.float'], makeFolder())) ?? {})).toHaveLength(1);
});

test('a process that is gone gives no readings', async () => {
  const own = await startCanaries(entry);
  own?.close();
  expect(await own?.measure(names, makeFolder())).toEqual({});
});

test('without the program there are no canaries', async () => {
  expect(await openCanaries(makeFolder())).toBeUndefined();
  expect(await startCanaries(join(makeFolder(), 'gone.js'))).toBeUndefined();
});
