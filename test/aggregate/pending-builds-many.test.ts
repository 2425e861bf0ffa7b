import { expect, test } from 'vitest';
import { createPendingBuilds } from '../../src/aggregate/pending-builds.ts';
import { makeArrival } from './make-arrival.ts';

test('ten thousand builds may be pending while one after the other becomes ready', () => {
  const pending = createPendingBuilds({ quietMs: 1e6, rememberAtMost: 10_000 });
  const builds = 10_000;
  for (let i = 0; i < builds; i++)
    pending.receive(makeArrival(`${i}`, 0, { total: 2, dueAtMs: 1e9 }), i);
  expect(pending.takeReady(builds)).toEqual([]);
  expect(pending.count()).toEqual({ builds, events: builds, oldestSinceMs: 0 });
  let done = 0;
  for (let i = builds - 1; i >= 0; i--) {
    pending.receive(makeArrival(`${i}`, 1, { total: 2, dueAtMs: 1e9 }), builds);
    for (const ready of pending.takeReady(builds)) done += pending.written(ready, builds).length;
  }
  expect(done).toBe(2 * builds);
  expect(pending.count().builds).toBe(0);
});
