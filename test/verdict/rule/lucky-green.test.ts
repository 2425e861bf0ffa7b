import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import { listUndecidedTests } from '../../../src/verdict/list-undecided-tests.ts';
import { judgeOne, options, sampleAggregate, sampleSeries, steady } from '../sample-aggregate.ts';

/** 29% less by luck: the runs of either side range over more than twice. */
const before = [112, 176, 92, 150, 121].map((ms) => ms * 1e6);
const after = [65, 118, 86, 74, 128].map((ms) => ms * 1e6);

test('a series that could have missed several times its limit is not cleared, and gets more pairs', () => {
  const { verdict, only } = judgeOne(sampleSeries(before, after));
  expect(only.evidence.interval?.upper).toBeLessThan(0.05);
  expect(only.evidence.smallestVisible).toBeGreaterThan(0.5);
  expect(only.state).toBe('undecided');
  expect(only.reason).toMatch(
    /too noisy to clear it: these repeats could have missed \d+(\.\d+)?% worse, and 5% is allowed; more repeats may decide$/,
  );
  expect(listUndecidedTests(verdict)).toEqual(['upload']);
});

test('a wide limit clears what a narrow one cannot', () => {
  const rules = [
    {
      where: 'perigee.yml:3',
      match: { metric: 'latency' },
      relative: 0.3,
      action: 'block' as const,
    },
  ];
  const verdict = judge(sampleAggregate([sampleSeries(before, after)]), { ...options, rules });
  expect(verdict.series[0]?.state).toBe('not-regressed');
});

test('steady runs are cleared as before', () => {
  expect(judgeOne(sampleSeries(steady(100), steady(100))).only.state).toBe('not-regressed');
});
