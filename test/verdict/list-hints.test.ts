import { expect, test } from 'vitest';
import type { SeriesVerdict } from '../../src/contract/documents.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listHints } from '../../src/verdict/list-hints.ts';
import { options, sampleAggregate, sampleSeries, steady } from './sample-aggregate.ts';

const verdict = judge(sampleAggregate([sampleSeries(steady(100), steady(100))]), options);
const [base] = verdict.series as [SeriesVerdict];

/** A blocking series that may be 5% slower: by 3% with a p of 2%, unless something else is said. */
function series(
  test: string,
  evidence: Partial<SeriesVerdict['evidence']> = {},
  more: Partial<SeriesVerdict> = {},
): SeriesVerdict {
  return {
    ...base,
    ...{ test, state: 'undecided', blocking: false },
    threshold: { rule: 'built-in', action: 'block', relative: 0.05 },
    ...more,
    evidence: { method: 'shrunk-t', p: 0.02, change: 0.03, changeAbsolute: 3e6, ...evidence },
  };
}

const list = (all: SeriesVerdict[]): string[] => listHints({ ...verdict, series: all });
const threshold = base.threshold;

test.each<[string, SeriesVerdict]>([
  ['chance explains', series('a', { p: 0.06 })],
  ['is less than half of what is allowed', series('a', { change: 0.024 })],
  ['is better', series('a', { change: -0.3 })],
  ['only warns', series('a', {}, { threshold: { ...threshold, action: 'warn' } })],
  ['is certain', series('a', {}, { state: 'regressed', blocking: true })],
  [
    'is less than half of an absolute limit',
    series('a', {}, { threshold: { ...threshold, absolute: 7e6 } }),
  ],
])('what %s is no hint', (_, one) => {
  expect(list([one])).toEqual([]);
});

test('an exact series is none: more pairs would be the same', () => {
  const { p: _, ...evidence } = series('a').evidence;
  expect(list([{ ...series('a'), evidence: { ...evidence, method: 'exact' } }])).toEqual([]);
});

test('each test is named once, the strongest hint first', () => {
  const all = [series('a'), series('b', { p: 0.01 }), series('a', { p: 0.001 }), series('c')];
  expect(list(all)).toEqual(['a', 'b', 'c']);
});

test('of a metric of which more is better, less is a hint', () => {
  const metrics = verdict.metrics.map((one) => ({ ...one, direction: 'higher' as const }));
  const less = series('a', { change: -0.03, changeAbsolute: -3e6 });
  expect(listHints({ ...verdict, metrics, series: [less, series('b')] })).toEqual(['a']);
});

test('from zero there is no change, and the difference counts', () => {
  const { change: _, ...evidence } = series('a').evidence;
  const limits = { ...threshold, absolute: 4e6 };
  expect(list([{ ...series('a', {}, { threshold: limits }), evidence }])).toEqual(['a']);
});
