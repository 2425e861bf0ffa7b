import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  measureHostNoise,
  compareLoad,
  readLoad,
} from '../../../src/runner/noise/measure-host-noise.ts';
import { makeFolder } from '../stage/make-repository.ts';

test('the workload runs as often as asked and leaves nothing behind', async () => {
  const folder = makeFolder();
  const noise = await measureHostNoise(folder, 2);
  expect(noise.runs).toBe(2);
  expect(noise.cpu.median).toBeGreaterThan(0);
  expect(noise.disk.median).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual([]);
});

const at = (files: Record<string, string>, atMs: number): ReturnType<typeof readLoad> =>
  readLoad((path) => Promise.resolve(files[path]), atMs);
const pressure = (total: number): string =>
  `some avg10=0.00 avg60=0.00 avg300=0.00 total=${total}\nfull avg10=0.00 total=9`;

test('pressure and steal are shares of the time between two readings', async () => {
  const first = await at(
    { '/proc/pressure/cpu': pressure(1_000_000), '/proc/stat': 'cpu  10 0 10 60 0 0 0 20 5 0' },
    0,
  );
  const last = await at(
    {
      '/proc/pressure/cpu': pressure(1_500_000),
      '/proc/stat': 'cpu  20 0 20 120 0 0 0 40 9 0',
      '/proc/loadavg': '1.50 1.00 0.50 1/100 4711',
    },
    2000,
  );
  expect(compareLoad(first, last)).toEqual({
    cpuPressureShare: 0.25,
    loadAverage1m: 1.5,
    stealShare: 0.2,
  });
});

test('what cannot be read is absent, not zero', async () => {
  expect(compareLoad(await at({}, 0), await at({}, 1000))).toEqual({});
});
