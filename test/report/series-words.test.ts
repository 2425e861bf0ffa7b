import { listAnnotations } from '../../src/contract/series-key.ts';
import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/contract/documents.ts';
import {
  countPairs,
  describeChange,
  nameMetric,
  nameSlice,
  nameSpan,
  formatAllowed,
  formatEstimate,
  formatConfidence,
  formatInterval,
  formatMove,
  formatRule,
  formatRuns,
  formatVisible,
} from '../../src/report/series-words.ts';
import { makeSeries } from './fixtures/make-verdict.ts';

const withEvidence = (evidence: Evidence): ReturnType<typeof makeSeries> => {
  return { ...makeSeries(), evidence };
};

describe('the change', () => {
  test.each([
    ['a ratio', { method: 'shrunk-t', change: 0.1234 }, '+12.3%'],
    ['from zero the difference', { method: 'exact', changeAbsolute: 48 }, '+48'],
    ['nothing when nothing is known', { method: 'none' }, ''],
  ] as const)('%s', (_what, evidence, text) => {
    expect(formatEstimate(withEvidence(evidence), 'count')).toBe(text);
  });
});

describe('the interval', () => {
  const confidence = 0.9375;
  test.each([
    ['both bounds', { lower: -0.01, upper: 0.05, confidence }, '-1.0% to +5.0%'],
    ['no upper bound', { lower: 0.1, confidence }, 'at least +10.0%'],
    ['no lower bound', { upper: 0.1, confidence }, 'at most +10.0%'],
  ])('%s', (_what, interval, text) => {
    const series = withEvidence({ method: 'shrunk-t', interval });
    expect(formatInterval(series)).toBe(text);
    expect(formatConfidence(series)).toBe('93.8%');
  });

  test.each([
    ['a bound above tenfold', { lower: 0.1, upper: 11, confidence }, '10.0% to more than tenfold'],
    ['both bounds above it', { lower: 12, upper: 40, confidence }, 'more than tenfold'],
    ['a bound at tenfold itself', { lower: 0.1, upper: 10, confidence }, '10.0% to 1,000%'],
  ])('%s: beyond tenfold a figure tells nothing', (_what, interval, text) => {
    expect(formatInterval(withEvidence({ method: 'shrunk-t', interval }))).toBe(text);
  });

  test('of a count without variance is the word exact, without a confidence', () => {
    const series = withEvidence({ method: 'exact', interval: { confidence: 1 } });
    expect([formatInterval(series), formatConfidence(series)]).toEqual(['exact', undefined]);
  });
});

describe('the threshold', () => {
  test('with both limits names both', () => {
    const series = makeSeries({ threshold: { relative: 0.07, absolute: 2e6 } });
    expect(formatAllowed(series, { unit: 'ns', direction: 'lower' })).toBe('+7% and 2 ms');
    const more = makeSeries({ threshold: { relative: 0.1 } });
    expect(formatAllowed(more, { unit: 'ops/s', direction: 'higher' })).toBe('-10%');
  });

  test.each([
    [{}, 'perigee.yml:31'],
    [{ action: 'warn' }, 'perigee.yml:31, warns only'],
    [
      { mutedUntil: '2026-02-01', owner: 'sync' },
      'perigee.yml:31, muted until 2026-02-01, owner sync',
    ],
  ] as const)('%j: where it stands and what softens it', (threshold, text) => {
    expect(formatRule(makeSeries({ threshold }))).toBe(text);
  });
});

describe('the runs', () => {
  test.each([
    [[], [], '5 pairs'],
    [[1], [], '5 pairs, 1 rejected before'],
    [[], [1, 2], '5 pairs, 2 rejected after'],
    [[0], [1, 2], '5 pairs, 1 rejected before and 2 after'],
  ])('rejected %j before and %j after', (disturbedBefore, disturbedAfter, text) => {
    expect(formatRuns(makeSeries({ disturbedBefore, disturbedAfter }))).toBe(text);
  });

  test('a repeat without a value on one side is no pair', () => {
    const series = makeSeries({ repeats: 3 });
    series.after.values[1] = null;
    series.before.values.push(1);
    expect(countPairs(series)).toBe(2);
  });
});

test('a span that is named like its test is named once', () => {
  expect(nameSpan({ test: 'upload', span: 'upload' })).toBe('upload');
  expect(nameSpan({ test: 'upload', span: 'send' })).toBe('upload › send');
});

test('annotations are listed by key, whatever their order', () => {
  expect(listAnnotations({ b: 2, a: true })).toEqual(['a=true', 'b=2']);
  expect(nameSlice({ test: 'a', span: 'b', annotations: { n: 1 } })).toBe('a › b n=1');
});

test('long values that begin alike stay apart, and are whole where they have to be', () => {
  const [one, other] = ['x', 'y'].map((end) => `${'[project]\n'.repeat(9)}${end}`);
  const [first] = listAnnotations({ doc: one ?? '' });
  expect(first).toMatch(/^doc=\[project\]\n\[project\]\n\[projec…#[\da-z]{1,7}$/);
  expect(listAnnotations({ doc: other ?? '' })).not.toEqual([first]);
  expect(listAnnotations({ doc: one ?? '' }, String)).toEqual([`doc=${one}`]);
});

test.each([
  [0.08, '8.0% or more'],
  [10, '1,000% or more'],
  [10.01, 'too noisy to see even a tenfold change'],
])('a smallest visible worsening of %d reads %j', (smallest, text) => {
  expect(formatVisible(smallest)).toBe(text);
});

test.each([
  [0.103, [0.1], '10.3% or more, where 10% is allowed'],
  [0.3, [0.1, 0.25], '30.0% or more, where 10% to 25% is allowed'],
  [40, [0.1], 'too noisy to see even a tenfold change'],
])('a worsening of %d is mostly its limit of %j, and says so', (smallest, limits, text) => {
  expect(formatVisible(smallest, limits)).toBe(text);
});

test.each([
  [{ ratio: 3.13 }, ' takes 3.1 times as long: 2 s → 6.26 s'],
  [{ ratio: 1.234 }, ' takes 23.4% longer: 2 s → 2.47 s'],
  [{ ratio: 0.71 }, ' takes 29.0% less time: 2 s → 1.42 s'],
  [{ ratio: 1.41, metric: 'cpu.total' }, ': CPU time is 41.0% higher: 2 s → 2.82 s'],
  [{ ratio: 0.7, metric: 'cpu.total' }, ': CPU time is 30.0% lower: 2 s → 1.4 s'],
  [{ ratio: 0.7, metric: 'cpu.user' }, ': user CPU time is 30.0% lower: 2 s → 1.4 s'],
])('a change in words: %j reads %j', (words, text) => {
  expect(describeChange(makeSeries({ level: 2e9, ...words }), 'ns')).toBe(text);
});

test('what is counted has a name in the plural, and so have the words', () => {
  const writes = (ratio: number): string =>
    describeChange(makeSeries({ level: 100, ratio, metric: 'disk.writes' }), 'count');
  expect(writes(4)).toBe(': write operations are 4 times as high: 100 → 400');
  expect(writes(0.5)).toBe(': write operations are 50.0% lower: 100 → 50');
});

test('beside a change stands its interval alone, also where the estimate was chosen', () => {
  expect(formatMove(makeSeries({ ratio: 1.056, corrected: 0.046 }), 'ns')).toBe(
    '+5.6% (4.0% to 7.3%)',
  );
  expect(formatMove(makeSeries({ ratio: 1.004 }), 'ns')).toBe('+0.4% (-1.1% to +2.0%)');
});

test.each([
  ['latency', 'latency'],
  ['cpu.total', 'CPU time'],
  ['my.Own', 'my.Own'],
])('within a sentence %s is %s', (metric, name) => {
  expect(nameMetric(metric)).toBe(name);
});
