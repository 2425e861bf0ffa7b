import { expect, test } from 'vitest';
import { describeRecord } from '../../../src/gate/record/describe-record.ts';
import { keepLast } from '../../../src/gate/record/entries.ts';
import { dayMs, makeControl, makeJudged, startMs } from './make-entries.ts';

const now = { nowMs: startMs + 10 * dayMs, days: 30 };

test('a commit that was measured twice counts once, as its newest run ended', () => {
  const entries = [makeJudged(2, { isRed: false }), makeJudged(1, { isRed: true })];
  const { judged, red } = describeRecord(entries, now);
  expect({ judged, red }).toEqual({ judged: 1, red: 0 });
});

test('an alarm is false where a second run left no regression of it, and true where one is left', () => {
  const { alarms, falseAlarms } = describeRecord(
    [
      makeJudged(1, { cleared: 2 }, { commit: 'a' }),
      makeJudged(2, { cleared: 1, confirmed: 1, isRed: true }, { commit: 'b' }),
      makeJudged(3, { confirmed: 3, isRed: true }, { commit: 'c' }),
      makeJudged(4, { isRed: true }, { commit: 'd' }),
      makeJudged(5, {}, { commit: 'e' }),
    ],
    now,
  );
  expect(alarms).toEqual({ raised: 4, cleared: 1, confirmed: 2 });
  expect(falseAlarms).toMatchObject({ of: 3, count: 1, share: 1 / 3, confidence: 0.95 });
  expect(falseAlarms?.low).toBeCloseTo(0.061, 3);
  expect(falseAlarms?.high).toBeCloseTo(0.792, 3);
});

test('a commit against itself is no change: its red is false for certain', () => {
  const entries = [
    makeJudged(1, { isSameCode: true, isRed: true }, { commit: 'a' }),
    makeJudged(2, { isSameCode: true }, { commit: 'a' }),
    makeJudged(3, {}, { commit: 'b' }),
  ];
  const { alarms, judged, sameCode } = describeRecord(entries, now);
  expect(judged).toBe(1);
  expect(alarms.raised).toBe(0);
  expect(sameCode).toMatchObject({ of: 2, count: 1 });
});

test('what nobody can know is absent, not zero', () => {
  const { alarms, blindSpots, falseAlarms, sameCode } = describeRecord([], now);
  expect(alarms).toEqual({ raised: 0, cleared: 0, confirmed: 0 });
  expect([blindSpots, falseAlarms, sameCode]).toEqual([undefined, undefined, undefined]);
});

test('the shards of one night are one control, which fires where each of them does', () => {
  const ofNight = { run: '812' };
  const weak = [{ name: 'download', outcome: 'red' as const, change: 0.19, smallestVisible: 0.08 }];
  const entries = [
    makeControl(1, { shard: 0 }, ofNight),
    makeControl(1, { shard: 1, tests: weak }, ofNight),
    makeControl(2, {
      isProven: false,
      tests: [
        { name: 'upload', outcome: 'undecided', change: 0.1 },
        { name: 'idle', outcome: 'nothing-added' },
      ],
    }),
  ];
  const { nights, spent } = describeRecord(entries, now);
  expect(nights).toMatchObject([
    { isProven: false, asked: 1, found: 0 },
    { isProven: true, asked: 2, found: 2, smallestFound: 0.19, smallestVisible: 0.08, pairs: 20 },
  ]);
  expect(nights[0]).not.toHaveProperty('smallestFound');
  expect(spent).toEqual({ judged: { pairs: 0, seconds: 0 }, control: { pairs: 30, seconds: 180 } });
});

test('what is older than asked for does not count', () => {
  const entries = [makeJudged(-40, { isRed: true }), makeControl(-40)];
  const { judged, nights } = describeRecord(entries, now);
  expect([judged, nights]).toEqual([0, []]);
});

test('of two entries of one run the later one counts, and shards are not one run', () => {
  const first = makeJudged(1, { isRed: true }, { run: 'x' });
  const second = makeJudged(1, {}, { run: 'x' });
  const shards = [0, 1].map((shard) => makeControl(1, { shard }, { run: 'x' }));
  expect(keepLast([first, ...shards, second])).toEqual([...shards, second]);
});
