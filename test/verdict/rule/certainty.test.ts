import { expect, test } from 'vitest';
import type { ThresholdRule } from '../../../src/contract/suite.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const likely: ThresholdRule = {
  where: 'perigee.yml:3',
  match: { metric: 'latency' },
  relative: 0.05,
  action: 'block',
};
const sure: ThresholdRule = { ...likely, certainty: 'sure' };

/** Ten runs a side that vary by some percent; after is slower by 5.7%, or by 20%. */
const factors = [1, 1.01, 0.99, 1.02, 0.98, 1.005, 0.995, 1.015, 0.985, 1];
const before = factors.map((factor) => factor * 100e6);
const mixed = [0.995, 1.015, 0.98, 1, 1.02, 0.985, 1, 1.01, 1.005, 0.99];
const slower = (share: number): number[] => mixed.map((factor) => factor * (1 + share) * 100e6);

function judgeBy(rule: ThresholdRule, after: number[]) {
  const aggregate = sampleAggregate([sampleSeries(before, after)]);
  const [only] = judge(aggregate, { ...options, rules: [rule] }).series;
  if (only === undefined) throw new Error('the series is missing from the verdict');
  return only;
}

test('a change whose interval reaches below the limit is red for a rule that wants it likely', () => {
  const only = judgeBy(likely, slower(0.057));
  expect(only.evidence.interval?.lower).toBeLessThan(0.05);
  expect(only).toMatchObject({ state: 'regressed', blocking: true });
});

test('the same is undecided for a rule that wants to be sure, and says so', () => {
  const only = judgeBy(sure, slower(0.057));
  expect(only.state).toBe('undecided');
  expect(only.reason).toContain(
    'points past the 5% allowed, and that may be chance, and its rule wants to be sure',
  );
  expect(only.threshold.certainty).toBe('sure');
});

test('a rule that wants to be sure is red once the whole interval is past the limit', () => {
  const only = judgeBy(sure, slower(0.2));
  expect(only.evidence.interval?.lower).toBeGreaterThan(0.05);
  expect(only.state).toBe('regressed');
});

test('such a rule sees less, and says so', () => {
  const seen = (rule: ThresholdRule) => judgeBy(rule, before).evidence.smallestVisible ?? 0;
  expect(seen(sure)).toBeGreaterThan(seen(likely));
});

test('a red change is told by its interval, and then by what is likelier than the estimate', () => {
  const { reason, evidence } = judgeBy(likely, slower(0.065));
  expect(reason).toMatch(
    /^4\.\d+% to \d+(\.\d+)?% more than before; 5% is allowed; measured 6\.\d+% more; since only what is past the limit counts, 5\.\d+% more is likelier/,
  );
  expect(evidence.corrected).toBeLessThan(evidence.change ?? 0);
  expect(evidence.corrected).toBeGreaterThan(evidence.interval?.lower ?? 0);
});

test('what was not chosen for its estimate has no correction', () => {
  expect(judgeBy(likely, before).evidence.corrected).toBeUndefined();
});
