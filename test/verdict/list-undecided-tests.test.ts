import { expect, test } from 'vitest';
import type { SeriesSamples } from '../../src/contract/documents.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listUndecidedTests } from '../../src/verdict/list-undecided-tests.ts';
import { options, sampleAggregate, sampleSeries, steady, suspected } from './sample-aggregate.ts';

const factors = [1, 1.06, 0.95, 1.03, 0.97];
const around = (ms: number): number[] => factors.map((factor) => Math.round(ms * factor * 1e6));
/** Better by 6%, give or take. */
const better = sampleSeries(around(100), around(94).toReversed());
const same = sampleSeries(steady(100), steady(100), { test: 'steady' });

const list = (series: SeriesSamples[], expected?: 'improved') =>
  listUndecidedTests(judge(sampleAggregate(series), options), expected);

test('more pairs tell more of what is suspected, and of what is not seen', () => {
  const noisy = sampleSeries(around(100), around(100).toReversed(), { test: 'noisy' });
  expect(list([same, suspected(), noisy])).toEqual(['upload', 'noisy']);
});

test('what only warns, and what one side has nothing of, gets none', () => {
  const warns = suspected({ test: 'warns', metric: 'page_faults.minor' });
  const vanished = sampleSeries(steady(100), [], { test: 'vanished' });
  expect(list([same, warns, vanished])).toEqual([]);
});

test('a test that may be better gets more if that is expected, a steady one does not', () => {
  const rules = [{ where: 'a', match: {}, relative: 0.05, action: 'block' as const, see: 0.5 }];
  const verdict = judge(sampleAggregate([better, same]), { ...options, rules });
  expect(verdict.series.find(({ test: name }) => name === 'upload')?.state).toBe('not-regressed');
  expect(listUndecidedTests(verdict, 'improved')).toContain('upload');
  expect(listUndecidedTests(verdict, 'improved')).not.toContain('steady');
});

test('more is better where the metric says so', () => {
  const aggregate = sampleAggregate([]);
  const metrics = aggregate.metrics.map((one) => ({ ...one, direction: 'higher' as const }));
  const more = sampleSeries(around(94), around(100).toReversed());
  const verdict = judge({ ...aggregate, series: [more], tests: [], metrics }, options);
  expect(listUndecidedTests(verdict, 'improved')).toEqual(['upload']);
});
