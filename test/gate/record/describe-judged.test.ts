import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/contract/documents.ts';
import { describeJudged } from '../../../src/gate/record/describe-judged.ts';
import { checkDocument } from '../../../src/contract/validate.ts';
import { readExample } from '../../contract/corpus.ts';

const red = JSON.parse(readExample('verdict', 'valid', 'one-regression')) as Verdict;
const asked = { run: '812', isWhole: true };

test('a red build becomes an entry that the schema accepts', () => {
  const entry = describeJudged(red, asked);
  expect(checkDocument('gate-entry', entry, 'entry')).toBe(entry);
  const { commit, judged, spent, suite } = entry;
  expect([suite, commit]).toEqual([red.build.suite, red.build.after.commit]);
  expect(judged).toMatchObject({ isRed: true, isWhole: true, isSameCode: false });
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
