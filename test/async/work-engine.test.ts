import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/async/fair-queue.ts';
import { createWorkEngine, type WorkEngineOptions } from '../../src/async/work-engine.ts';
import { createRandom } from '../../src/stats/random.ts';

type Job = { name: string; leaveWorker: () => void; end: () => void };

/** An engine whose work is begun, and ended by the test. */
function startEngine(changes: Partial<WorkEngineOptions<string>> = {}) {
  const stop = new AbortController();
  const abandon = new AbortController();
  const queue = createFairQueue<string>(Infinity);
  const begun: Job[] = [];
  const clock = { nowMs: 0 };
  let hasEnded = false;
  const engine = createWorkEngine<string>({
    ...{ workers: 2, longestStillMs: 1_000, clockMs: () => clock.nowMs },
    take: () => {
      const next = queue.take();
      return next && { item: next.item, release: () => queue.release(next.owner) };
    },
    work: (name, leaveWorker) =>
      new Promise((resolve) => begun.push({ name, leaveWorker, end: () => resolve(undefined) })),
    signals: { stop: stop.signal, abandon: abandon.signal },
    ...changes,
  });
  void engine.ended.then(() => (hasEnded = true));
  const push = (...names: string[]): void => {
    for (const name of names) queue.push(name.slice(0, 1), name);
    engine.wake();
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = (name: string): Promise<void> => {
    begun.find((job) => job.name === name)?.end();
    return settle();
  };
  const names = (): string[] => begun.map(({ name }) => name);
  return {
    engine,
    stop,
    abandon,
    begun,
    clock,
    push,
    end,
    settle,
    names,
    hasEnded: () => hasEnded,
  };
}

test('no more than its workers are in work, and the next begins when one ends', async () => {
  const { push, end, names } = startEngine();
  push('a1', 'a2', 'a3', 'b1');
  expect(names()).toEqual(['a1', 'b1']);
  await end('b1');
  expect(names()).toEqual(['a1', 'b1', 'a2']);
});

test('what needs no worker any more makes room for the next, up to a bound', async () => {
  const { begun, push, end, names } = startEngine({ workers: 1, inWorkAtMost: 2 });
  push('a1', 'a2', 'a3');
  begun[0]?.leaveWorker();
  begun[0]?.leaveWorker();
  expect(names()).toEqual(['a1', 'a2']);
  begun[1]?.leaveWorker();
  expect(names()).toEqual(['a1', 'a2']);
  await end('a1');
  expect(names()).toEqual(['a1', 'a2', 'a3']);
});

test('told to stop it begins nothing more, and ends when what is in work is done', async () => {
  const { stop, push, end, names, settle, hasEnded } = startEngine({ workers: 1 });
  push('a1', 'a2');
  stop.abort();
  await settle();
  expect(hasEnded()).toBe(false);
  await end('a1');
  expect([names(), hasEnded()]).toEqual([['a1'], true]);
});

test('with nothing in work it ends as soon as it is told to stop', async () => {
  const { stop, settle, hasEnded } = startEngine();
  stop.abort();
  await settle();
  expect(hasEnded()).toBe(true);
});

test('told to abandon its work it ends at once', async () => {
  const { abandon, push, settle, hasEnded } = startEngine();
  push('a1');
  abandon.abort();
  await settle();
  expect(hasEnded()).toBe(true);
});

test('it stands still where something is in work and nothing was finished for long', async () => {
  const { engine, clock, push, end } = startEngine();
  clock.nowMs = 5_000;
  expect(engine.findStandstillMs()).toBeUndefined();
  // After a quiet time: what begins now has stood still for no time.
  push('a1', 'a2');
  expect(engine.findStandstillMs()).toBeUndefined();
  clock.nowMs = 6_001;
  expect(engine.findStandstillMs()).toBe(1_001);
  await end('a1');
  expect(engine.findStandstillMs()).toBeUndefined();
  clock.nowMs = 7_002;
  expect(engine.findStandstillMs()).toBe(1_001);
});

test('whatever the order in which work ends, all is done once and no owner waits for another (seed 7)', async () => {
  const random = createRandom(7);
  const owners = ['a', 'b', 'c'];
  const { begun, push, settle, names } = startEngine({ workers: 3, inWorkAtMost: 4 });
  push(...owners.flatMap((owner) => Array.from({ length: 40 }, (_, index) => `${owner}${index}`)));
  const open = new Set<Job>();
  let seen = 0;
  while (seen < 120 || open.size > 0) {
    for (; seen < begun.length; seen += 1) open.add(begun[seen]!);
    const job = [...open][Math.floor(random() * open.size)]!;
    if (random() < 0.4) job.leaveWorker();
    else {
      open.delete(job);
      job.end();
    }
    await settle();
    expect(begun.length - (seen - open.size)).toBeLessThanOrEqual(4);
  }
  expect(new Set(names()).size).toBe(120);
  for (const [index, name] of names().entries()) {
    expect(Math.abs(Number(name.slice(1)) - Math.floor(index / owners.length))).toBeLessThanOrEqual(
      1,
    );
  }
});
