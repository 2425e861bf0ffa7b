import { expect, test } from 'vitest';
import { awaitQuiet, tellBusy } from '../../../src/runner/noise/await-quiet.ts';
import type { ProgressEvent } from '../../../src/runner/run-request.ts';

/** A machine on which something waits for a CPU half of the time, until then. */
function stage(quietFromMs: number) {
  let nowMs = 0;
  const events: ProgressEvent[] = [];
  const totalUs = (): number => (Math.min(nowMs, quietFromMs) / 2) * 1000;
  const world = {
    elapsedMs: () => nowMs,
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

test('where the kernel tells nothing, nothing is waited for or told', async () => {
  const { events, tell, waitedMs, world } = stage(Infinity);
  const read = () => Promise.resolve(undefined);
  await awaitQuiet(10_000, signal, tell, { ...world, read });
  await tellBusy(tell, { read });
  expect([waitedMs(), events]).toEqual([2000, []]);
});

test('what was busy in the last ten seconds is told', async () => {
  const { events, tell, world } = stage(0);
  await tellBusy(tell, world);
  expect(events).toEqual([{ kind: 'busy', share: 0.5 }]);
});
