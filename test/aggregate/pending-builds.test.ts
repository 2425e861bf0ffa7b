import { expect, test } from 'vitest';
import { createPendingBuilds, type PendingBuilds } from '../../src/aggregate/pending-builds.ts';
import type { EventHold, ReadyBuild } from '../../src/aggregate/arrival.ts';
import { makeArrival } from './make-arrival.ts';

const create = (rememberAtMost = 100): PendingBuilds =>
  createPendingBuilds({ quietMs: 100, rememberAtMost });
const describe = ({ reason, shards }: ReadyBuild): string =>
  `${reason}: ${shards.map(({ index, attempt }) => `${index}${'*'.repeat(attempt - 1)}`).join(' ')}`;
const take = (pending: PendingBuilds, nowMs = 0): string[] =>
  pending.takeReady(nowMs).map(describe);

const place = (holds: readonly EventHold[]): string[] => holds.map(({ position }) => position);

function writeAll(pending: PendingBuilds, nowMs = 0): string[] {
  return pending.takeReady(nowMs).flatMap((ready) => place(pending.written(ready, nowMs)));
}

test('a build is ready when its last shard has come, and its events are done when it is written', () => {
  const pending = create();
  pending.receive(makeArrival('1', 2), 0);
  pending.receive(makeArrival('1', 0), 0);
  expect(take(pending)).toEqual([]);
  pending.receive(makeArrival('1', 1), 0);
  const [ready] = pending.takeReady(0);
  expect(describe(ready!)).toBe('complete: 2 0 1');
  expect(take(pending)).toEqual([]);
  expect(place(pending.written(ready!, 0))).toEqual(
    [2, 0, 1].map((index) => `1-${index}-of-3-attempt-1`),
  );
  expect(pending.count()).toEqual({ builds: 0, events: 0, oldestSinceMs: undefined });
});

test('a build whose shards do not all come is ready at its deadline', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0), 0);
  pending.receive(makeArrival('1', 1, { dueAtMs: 20_000 }), 5_000);
  expect(take(pending, 5_050)).toEqual([]);
  expect(take(pending, 10_000)).toEqual(['deadline: 0 1']);
});

test('the earliest deadline of its shards holds for a build', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0, { dueAtMs: 20_000 }), 0);
  pending.receive(makeArrival('1', 1, { dueAtMs: 5_000 }), 4_950);
  expect(take(pending, 5_000)).toEqual(['deadline: 0 1']);
});

test('a shard that led to nothing does not complete its build with what came meanwhile', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  const [ready] = pending.takeReady(0);
  pending.receive(makeArrival('1', 0, { attempt: 2 }), 0);
  pending.written(ready!, 0, ready!.shards.slice(1, 2));
  expect(take(pending, 0)).toEqual([]);
});

test('after some quiet a build is looked at once, until there is news of it', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0), 0);
  const [ready] = pending.takeReady(100);
  expect(describe(ready!)).toBe('quiet: 0');
  pending.keepWaiting(ready!);
  expect(take(pending, 9_999)).toEqual([]);
  pending.receive(makeArrival('1', 1), 9_000);
  expect(take(pending, 9_100)).toEqual(['quiet: 0 1']);
});

test('news that comes while a build is looked at in quiet is looked at in quiet too', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0), 0);
  const [ready] = pending.takeReady(100);
  pending.receive(makeArrival('1', 1), 150);
  pending.keepWaiting(ready!);
  expect(take(pending, 249)).toEqual([]);
  expect(take(pending, 250)).toEqual(['quiet: 0 1']);
});

test('a late shard completes a build that was written without it, at once', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0), 0);
  pending.receive(makeArrival('1', 1), 0);
  expect(writeAll(pending, 10_000)).toHaveLength(2);
  pending.receive(makeArrival('1', 2, { dueAtMs: 30_000 }), 20_000);
  const [ready] = pending.takeReady(20_000);
  expect(describe(ready!)).toBe('complete: 0 1 2');
  expect(place(pending.written(ready!, 20_000))).toEqual(['1-2-of-3-attempt-1']);
});

test('one of two late shards does not wait a whole deadline for the other', () => {
  const pending = create();
  pending.receive(makeArrival('1', 0), 0);
  writeAll(pending, 10_000);
  pending.receive(makeArrival('1', 1, { dueAtMs: 30_000 }), 20_000);
  expect(take(pending, 20_100)).toEqual(['deadline: 0 1']);
});

test('what was delivered twice is done with the build, or at once when that is written', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  pending.receive(makeArrival('1', 1, { position: 'again' }), 0);
  const [ready] = pending.takeReady(0);
  expect(ready?.shards).toHaveLength(3);
  const whileWriting = makeArrival('1', 2, { position: 'while writing' });
  expect(pending.receive(whileWriting, 0)).toBe('repeated');
  expect(place(pending.written(ready!, 0))).toEqual(
    expect.arrayContaining(['again', 'while writing']) as string[],
  );
  expect(pending.receive(makeArrival('1', 0, { position: 'replayed' }), 0)).toBe('known');
  expect(take(pending, 1e9)).toEqual([]);
});

test('what comes while a build is written is written next', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  const [ready] = pending.takeReady(0);
  pending.receive(makeArrival('1', 1, { attempt: 2 }), 1);
  expect(pending.written(ready!, 2)).toHaveLength(3);
  expect(take(pending, 2)).toEqual(['complete: 0 1 2 1*']);
});

test('what is given back is ready again then, and not before', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  const [ready] = pending.takeReady(0);
  pending.giveBack(ready!, 500);
  expect(take(pending, 499)).toEqual([]);
  expect(take(pending, 500)).toEqual(['complete: 0 1 2']);
});

test('a build measured again in another number of shards waits for those of the last attempt', () => {
  const pending = create();
  for (const index of [0, 1]) pending.receive(makeArrival('1', index, { total: 2 }), 0);
  writeAll(pending);
  pending.receive(makeArrival('1', 0, { total: 3, attempt: 2 }), 0);
  pending.receive(makeArrival('1', 1, { total: 3, attempt: 2 }), 0);
  expect(take(pending)).toEqual([]);
  pending.receive(makeArrival('1', 2, { total: 3, attempt: 2 }), 0);
  expect(take(pending)).toEqual(['complete: 0 1 0* 1* 2*']);
});

test('events that somebody else has now are forgotten, with their builds', () => {
  const pending = create();
  const theirs = makeArrival('1', 0);
  pending.receive(theirs, 0);
  pending.receive(makeArrival('2', 0), 0);
  pending.forget([theirs.hold]);
  expect(pending.count()).toMatchObject({ builds: 1, events: 1 });
});

test('of builds that are done only so many are remembered', () => {
  const pending = create(2);
  for (const runId of ['1', '2', '3']) {
    pending.receive(makeArrival(runId, 0, { total: 1 }), 0);
    writeAll(pending);
  }
  const again = (runId: string) => pending.receive(makeArrival(runId, 0, { total: 1 }), 0);
  expect(['1', '2', '3'].map(again)).toEqual(['pending', 'known', 'known']);
});

test('a shard that led to nothing is news when it is told of again', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  const [ready] = pending.takeReady(0);
  const damaged = ready!.shards.slice(1, 2);
  expect(pending.written(ready!, 0, damaged)).toHaveLength(3);
  expect(pending.receive(makeArrival('1', 0, { position: 'again' }), 0)).toBe('known');
  expect(pending.receive(makeArrival('1', 1, { position: 'replayed' }), 0)).toBe('pending');
  expect(take(pending, 0)).toEqual(['complete: 0 2 1']);
});

test('a build that is lost while it is written is not taken again before that ends', () => {
  const pending = create();
  const arrivals = [0, 1, 2].map((index) => makeArrival('1', index));
  for (const each of arrivals) pending.receive(each, 0);
  const [ready] = pending.takeReady(0);
  pending.forget(arrivals.map(({ hold }) => hold));
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  expect(take(pending)).toEqual([]);
  expect(pending.written(ready!, 0)).toEqual([]);
  expect(take(pending)).toEqual(['complete: 0 1 2']);
});

test('a shard that was written before, and leads to nothing now, is news again', () => {
  const pending = create();
  for (const index of [0, 1, 2]) pending.receive(makeArrival('1', index), 0);
  writeAll(pending);
  const second = makeArrival('1', 1, { attempt: 2 });
  pending.receive(second, 0);
  const [ready] = pending.takeReady(0);
  pending.receive(makeArrival('1', 0, { position: 'while writing' }), 0);
  const gone = [makeArrival('1', 0).shard];
  expect(pending.written(ready!, 0, gone)).toEqual([second.hold]);
  const [again] = pending.takeReady(0);
  expect(place(pending.written(again!, 0, gone))).toEqual(['while writing']);
  expect(pending.receive(makeArrival('1', 0, { position: 'later' }), 0)).toBe('pending');
});
