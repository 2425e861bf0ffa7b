import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canaries, cpuLimit } from '../../../src/contract/canaries.ts';
import { readCpuLimit } from '../../../src/runner/canaries/cpu-limit.ts';
import {
  type Canaries,
  openCanaries,
  startCanaries,
} from '../../../src/runner/canaries/open-canaries.ts';
import { makeFolder } from '../stage/make-repository.ts';

describe('cpu limit', () => {
  const limit = (files: Record<string, string>): number => readCpuLimit((path) => files[path]);
  const all = 1e9 / Math.max(1, cpus().length);

  test('without a limit it is one second over all CPUs', () => {
    expect(limit({})).toBe(all);
    expect(
      limit({ '/proc/self/cgroup': '0::/job\n', '/sys/fs/cgroup/job/cpu.max': 'max 100000' }),
    ).toBe(all);
  });

  test('the least of the limits of a cgroup and those above it counts', () => {
    const files = {
      '/proc/self/cgroup': '0::/job/step\n',
      '/sys/fs/cgroup/job/step/cpu.max': '80000 100000',
      '/sys/fs/cgroup/job/cpu.max': '25000 100000',
    };
    expect(limit(files)).toBe(4e9);
  });

  test('the older cgroups tell it too', () => {
    const files = {
      '/proc/self/cgroup': '5:memory:/m\n4:cpu,cpuacct:/job\n0::/\n',
      '/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us': '50000',
      '/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us': '100000',
      '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1',
    };
    expect(limit(files)).toBe(2e9);
  });

  test('a limit above the number of CPUs is none', () => {
    const files = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '99900000 100000' };
    expect(limit(files)).toBe(all);
  });
});

describe('open canaries', () => {
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

  test('their process starts with the first request, and not before', async () => {
    const home = makeFolder();
    mkdirSync(join(home, 'dist'));
    const program = `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'started'))}, '');
process.on('message', ({ names }) => process.send({ readings: { [names[0]]: 7 } }));
process.send('ready');`;
    writeFileSync(join(home, 'dist/canary.js'), program);
    const lazy = openCanaries(home);
    expect(readdirSync(home)).toEqual(['dist']);
    expect(await lazy?.measure(['disk.flush'], home)).toEqual({ 'disk.flush': 7 });
    expect(readdirSync(home)).toEqual(['dist', 'started']);
    lazy?.close();
  });

  test('without the program there are no canaries', async () => {
    expect(openCanaries(makeFolder())).toBeUndefined();
    expect(await startCanaries(join(makeFolder(), 'gone.js'))).toBeUndefined();
  });
});
