import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/contract/documents.ts';
import { checkDocument } from '../../../src/contract/validate.ts';
import { describeJudged } from '../../../src/gate/record/describe-judged.ts';
import { describeRecord } from '../../../src/gate/record/describe-record.ts';
import { keepLast } from '../../../src/gate/record/entries.ts';
import { readExample } from '../../contract/corpus.ts';
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

const red = JSON.parse(readExample('verdict', 'valid', 'one-regression')) as Verdict;
const asked = { run: '812', isWhole: true };

test('a red build becomes an entry that the schema accepts', () => {
  const entry = describeJudged(red, asked);
  expect(checkDocument('gate-entry', entry, 'entry')).toBe(entry);
  const { commit, judged, spent, suite } = entry;
  expect([suite, commit]).toEqual([red.build.suite, red.build.after.commit]);
  expect(judged).toMatchObject({ isRed: true, isWhole: true, isSameCode: false });
  const [first] = red.series;
  expect(judged?.worst).toEqual({
    ...{ test: first?.test, span: first?.span, annotations: first?.annotations },
    ...{ platform: first?.platform, metric: first?.metric },
    change: first?.evidence.change,
  });
  const [calm] = red.series.filter(({ state }) => state === 'not-regressed');
  const passed = describeJudged({ ...red, series: calm === undefined ? [] : [calm] }, asked);
  expect(passed.judged?.worst).toBeUndefined();
  expect(judged?.tests.map(({ name }) => name)).toEqual(red.tests.map(({ name }) => name));
  expect(spent.pairs).toBeGreaterThan(0);
});

test('pairs are executions of the side after, and time is that of the whole build', () => {
  const tally = { passed: 0, failed: 0, timedOut: 0, interrupted: 0 };
  const after = { passed: 5, failed: 2, timedOut: 1, interrupted: 1 };
  const tests = [
    { name: 'a', before: tally, after },
    { name: 'b', before: { ...tally, passed: 9 }, after: { ...tally, passed: 4 } },
  ];
  const times = { startedAt: '2026-11-21T06:00:00Z', finishedAt: '2026-11-21T06:01:30.5Z' };
  const build = { ...red.build, ...times };
  expect(describeJudged({ ...red, build, tests }, asked).spent).toEqual({
    pairs: 12,
    seconds: 90.5,
  });
});

test('a second run may clear it, and says how many series', () => {
  const outcome = { isRed: false, cleared: 2, confirmed: 0 };
  expect(describeJudged(red, { ...asked, outcome }).judged).toMatchObject(outcome);
});

test('rules are named that matched nothing, where that is known', () => {
  const problem = { code: 'rule-matches-nothing', message: 'perigee.yml:9:5: this rule matches' };
  const idle = { ...red, problems: [problem] };
  expect(describeJudged(idle, asked).judged?.unmatchedRules).toEqual(['perigee.yml:9:5']);
  expect(describeJudged(idle, { ...asked, isWhole: false }).judged).not.toHaveProperty(
    'unmatchedRules',
  );
});

test('a build that was interrupted, or measured the change alone, is not whole', () => {
  const build = { ...red.build, interrupted: true };
  expect(describeJudged({ ...red, build }, asked).judged?.isWhole).toBe(false);
  const alone = { ...red.build, sides: ['after' as const] };
  expect(describeJudged({ ...red, build: alone }, asked).judged?.isWhole).toBe(false);
});

test('a commit against itself is the same code', () => {
  const build = { ...red.build, before: red.build.after };
  expect(describeJudged({ ...red, build }, asked).judged?.isSameCode).toBe(true);
});

describe('the names of an entry', () => {
  const withNames = (testCount: number, spanCount: number, length = 150): Verdict => {
    const names = Array.from({ length: testCount }, (_, n) => `${n} ${'x'.repeat(length)}`);
    const [first] = red.series;
    const [own] = red.tests;
    if (first === undefined || own === undefined) throw new Error('an example without series');
    return {
      ...red,
      tests: names.map((name) => ({ ...own, name })),
      series: names.flatMap((name) =>
        Array.from({ length: spanCount }, (_, n) => ({ ...first, test: name, span: `span ${n}` })),
      ),
    };
  };
  const listed = (verdict: Verdict) => describeJudged(verdict, asked).judged?.tests ?? [];

  test('are all those of the tests', () => {
    const names = listed(withNames(300, 190));
    expect(names).toHaveLength(300);
    expect(JSON.stringify(names).length).toBeLessThanOrEqual(64_000);
  });

  test('are none where those of the tests do not fit: a part of them would say that others vanished', () => {
    expect(listed(withNames(600, 1))).toEqual([]);
    expect(listed(withNames(1001, 1, 1))).toEqual([]);
    expect(listed(withNames(1000, 1, 1))).toHaveLength(1000);
  });
});
