import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { awaitQuiet, reportBusy } from '../../../src/runner/noise/await-quiet.ts';
import {
  compareLoad,
  measureHostNoise,
  readLoad,
} from '../../../src/runner/noise/measure-host-noise.ts';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';
import { makeFolder } from '../stage/make-repository.ts';

describe('await quiet', () => {
  /** A machine on which something waits for a CPU half of the time, until then. */
  function stage(quietFromMs: number) {
    let nowMs = 0;
    const events: ProgressEvent[] = [];
    const totalUs = (): number => (Math.min(nowMs, quietFromMs) / 2) * 1000;
    const world = {
      elapsedMs: () => nowMs,
      load: () => ({ average: 0, cores: 2 }),
      read: (path: string) =>
        Promise.resolve(
          path === '/proc/pressure/cpu'
            ? `some avg10=50.00 avg60=1.00 total=${totalUs()}`
            : undefined,
        ),
      sleep: (ms: number) => {
        nowMs += ms;
        return Promise.resolve();
      },
    };
    const tell = (event: ProgressEvent): void => void events.push(event);
    return { world, events, tell, waitedMs: () => nowMs };
  }

  const { signal } = new AbortController();

  test('a quiet machine is not waited for', async () => {
    const { events, tell, waitedMs, world } = stage(0);
    await awaitQuiet(300_000, signal, tell, world);
    expect([waitedMs(), events]).toEqual([2000, []]);
  });

  test('a busy one is waited for until it is quiet, and told now and then', async () => {
    const { events, tell, waitedMs, world } = stage(60_000);
    await awaitQuiet(300_000, signal, tell, world);
    expect(waitedMs()).toBe(62_000);
    expect(events).toEqual([
      { kind: 'busy', share: 0.5, waitsMs: 298_000 },
      { kind: 'busy', share: 0.5, waitsMs: 268_000 },
    ]);
  });

  test('after long enough it is measured all the same', async () => {
    const { events, tell, waitedMs, world } = stage(Infinity);
    await awaitQuiet(10_000, signal, tell, world);
    expect(waitedMs()).toBe(10_000);
    expect(events.at(-1)).toEqual({ kind: 'busy', share: 0.5, waitsMs: 0 });
  });

  test('where the kernel does not tell, the load says how many of those that could run wait', async () => {
    const { events, tell, waitedMs, world } = stage(Infinity);
    const read = () => Promise.resolve(undefined);
    const load = (average: number) => () => ({ average, cores: 2 });
    await awaitQuiet(10_000, signal, tell, { ...world, read, load: load(1.5) });
    await reportBusy(tell, { read, load: load(2) });
    expect([waitedMs(), events]).toEqual([2000, []]);
    await reportBusy(tell, { read, load: load(4) });
    expect(events).toEqual([{ kind: 'busy', share: 0.5 }]);
  });

  test('what was busy in the last ten seconds is told', async () => {
    const { events, tell, world } = stage(0);
    await reportBusy(tell, world);
    expect(events).toEqual([{ kind: 'busy', share: 0.5 }]);
  });
});

describe('measure host noise', () => {
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
});
