import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { RunRecord } from '../../src/contract/documents.ts';
import { isPlanReduced } from '../../src/contract/suite-changes.ts';
import { judge } from '../../src/verdict/judge.ts';
import { options } from '../verdict/sample-aggregate.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const leastPlan = {
  repeats: 5,
  maxRepeats: 20,
  timeNs: 120e9,
  warmup: 1,
  builds: 2,
  outliersPerFive: 1,
};

/** A record of so many pairs, in which after takes 1.4 times as long. */
function record(pairs: number, plan: Partial<RunRecord['plan']> = {}): RunRecord {
  const profiles = Array.from({ length: pairs }, (_, repeat) => [
    makeProfile('before', repeat, 100e6 + repeat * 1e5),
    makeProfile('after', repeat, 140e6 + repeat * 2e5),
  ]).flat();
  const made = makeRecord(profiles);
  const full = { ...made.plan, ...leastPlan, ...plan };
  return {
    ...made,
    plan: full,
    profiles: profiles.map((one) => ({ ...one, build: one.repeat % full.builds })),
  };
}

const reduced = (one: RunRecord): string[] =>
  aggregateRecords([one], {}, { leastPlan })
    .problems.filter(isPlanReduced)
    .map(({ message }) => message.replace(/^.*asks for: /, ''));

test('a record of all that was asked for, or of more, is no matter', () => {
  expect(reduced(record(5))).toEqual([]);
  expect(reduced(record(10, { repeats: 10, maxRepeats: 40, warmup: 3 }))).toEqual([]);
});

test('a record of a version that knew no time had twenty pairs', () => {
  const { timeNs: _, ...plan } = record(5, { maxRepeats: 20 }).plan;
  const asked = { ...leastPlan, maxRepeats: 100 };
  const told = (maxRepeats: number): string[] =>
    aggregateRecords([{ ...record(5), plan: { ...plan, maxRepeats } }], {}, { leastPlan: asked })
      .problems.filter(isPlanReduced)
      .map(({ message }) => message);
  expect(told(20)).toEqual([]);
  expect(told(10)).toEqual([expect.stringContaining('maxRepeats 10 instead of 20')]);
});

test.each<[Partial<RunRecord['plan']>, string]>([
  [{ repeats: 2, maxRepeats: 2 }, 'repeats 2 instead of 5, maxRepeats 2 instead of 20'],
  [{ timeNs: 30e9 }, 'time 30 s instead of 2 min'],
  [{ warmup: 0 }, 'warmup 0 instead of 1'],
  [{ builds: 1 }, 'builds 1 instead of 2'],
  [{ outliersPerFive: 0 }, 'outliersPerFive 0 instead of 1'],
])('a plan of %o is named', (plan, told) => {
  expect(reduced(record(plan.repeats ?? 5, plan))).toEqual([told]);
});

test('a record that claims the whole plan and holds fewer pairs is named, with the test', () => {
  expect(reduced(record(2))).toEqual(['2 pairs of 5']);
});

test('a test that failed has fewer for a reason, which its outcome tells', () => {
  const made = record(2);
  const profiles = made.profiles.map((profile) =>
    profile.side === 'after' ? { ...profile, outcome: { status: 'failed' as const } } : profile,
  );
  expect(reduced({ ...made, profiles })).toEqual([]);
});

test('what could not be decided because less was measured is incomplete, and the headline says so', () => {
  const disarmed = record(2, { repeats: 2, maxRepeats: 2 });
  const { conclusion, headline } = judge(aggregateRecords([disarmed], {}, { leastPlan }), options);
  expect(conclusion).toBe('incomplete');
  expect(headline).toMatch(
    /^Incomplete: 1 series of 1 could not be decided with what was measured/,
  );
  expect(headline).toContain('repeats 2 instead of 5');
  expect(judge(aggregateRecords([disarmed]), options).conclusion).toBe('undecided');
});

test('what was decided all the same stands, and the headline says how', () => {
  const less = record(5, { maxRepeats: 5 });
  const { conclusion, headline } = judge(aggregateRecords([less], {}, { leastPlan }), options);
  expect(conclusion).toBe('regressed');
  expect(headline).toContain('maxRepeats 5 instead of 20');
});
