import { expect, test } from 'vitest';
import { placeByTime } from '../../../bot/src/runs/github-runs.ts';

/** A run whose second attempt began at 100 s. */
const run = { attempt: 2, startedAtMs: 100_000 };

test.each([
  ['the newest attempt, while it is at work', 2, 150_000, { attempt: 2 }],
  ['an earlier one, before the newest began', 1, 50_000, { attempt: 1 }],
  ['an earlier one, a little late by another clock', 1, 104_000, { attempt: 1 }],
  ['the newest, a little early by another clock', 2, 96_000, { attempt: 2 }],
  ['either, where nobody knows when it was uploaded', 1, undefined, { attempt: 1 }],
])('an artifact is of %s', (_, attempt, createdAtMs, placed) => {
  expect(placeByTime(run, createdAtMs === undefined ? {} : { createdAtMs }, { attempt })).toEqual(
    placed,
  );
});

test.each([
  ['its run has not begun that attempt', 3, 150_000, 'the newest attempt of its run is 2'],
  [
    'it says an earlier attempt, and was uploaded by the newest',
    ...([1, 150_000, 'it was uploaded after attempt 2 of its run had begun'] as const),
  ],
  [
    'it was there before the attempt that it says',
    ...([2, 50_000, 'it was uploaded before attempt 2 of its run began'] as const),
  ],
])('an artifact is refused where %s', (_, attempt, createdAtMs, refusal) => {
  expect(placeByTime(run, { createdAtMs }, { attempt })).toEqual({ refusal });
});

test('a first attempt has nothing before it', () => {
  expect(
    placeByTime({ attempt: 1, startedAtMs: 100_000 }, { createdAtMs: 1 }, { attempt: 1 }),
  ).toEqual({ attempt: 1 });
});
