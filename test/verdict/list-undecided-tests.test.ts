import { expect, test } from 'vitest';
import type { SeriesSamples } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listUndecidedTests } from '../../src/verdict/list-undecided-tests.ts';
import { options, sampleAggregate, sampleSeries, steady } from './sample-aggregate.ts';

const factors = [1, 1.03, 0.97, 1.02, 0.98];
const around = (ms: number): number[] => factors.map((factor) => Math.round(ms * factor * 1e6));
/** Better by 9.6%, and cleared: nothing is in doubt but whether it improved. */
const better = sampleSeries(around(100), around(90.4).toReversed());
const same = sampleSeries(steady(100), steady(100), { test: 'steady' });

const list = (series: SeriesSamples[], expected?: 'improved') =>
  listUndecidedTests(judge(sampleAggregate(series), options), expected);
/** The whole of its test, which takes so many seconds. */
const whole = (seconds: number): SeriesSamples =>
  sampleSeries(steady(seconds * 1000), steady(seconds * 1000), { span: wholeTestSpan });

test('a test that is cleared and looks better is not improved yet', () => {
  const [only] = judge(sampleAggregate([better]), options).series;
  expect(only?.state).toBe('not-regressed');
  expect(only?.evidence.change).toBeLessThan(-0.05);
});

test('it gets more pairs if it is expected to be improved, a steady one does not', () => {
  expect(list([better, same], 'improved')).toEqual(['upload']);
});

test('it gets them anyway if five more take ten seconds at most', () => {
  expect(list([better, whole(0.9)])).toEqual(['upload']);
  expect(list([better, whole(1.1)])).toEqual([]);
  expect(list([better, whole(1.1)], 'improved')).toEqual(['upload']);
});

test('a cheap test that looks no better gets none', () => {
  expect(list([sampleSeries(steady(100), steady(100)), whole(0.5)])).toEqual([]);
});

test('more is better where the metric says so', () => {
  const aggregate = sampleAggregate([]);
  const metrics = aggregate.metrics.map((one) => ({ ...one, direction: 'higher' as const }));
  const verdictOf = (series: SeriesSamples) =>
    judge({ ...aggregate, series: [series], tests: [], metrics }, options);
  const more = sampleSeries(around(90.4), around(100).toReversed());
  expect(listUndecidedTests(verdictOf(more), 'improved')).toEqual(['upload']);
});
