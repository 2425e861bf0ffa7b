import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import { formatChange, formatShare, formatValue } from '../../../src/verdict/words/format-value.ts';
import { judgeOne, options, sampleAggregate, sampleSeries, steady } from '../sample-aggregate.ts';

test.each([
  [1_234_567, 'ns', '1.23 ms'],
  [999, 'ns', '999 ns'],
  [2.5e9, 'ns', '2.5 s'],
  [0, 'bytes', '0 B'],
  [4_500_000, 'bytes', '4.5 MB'],
  [17, 'count', '17'],
  [17.25, 'count', '17.3'],
] as const)('%d %s reads %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text);
});

test('shares lose their sign, changes keep it in a word', () => {
  expect(formatShare(-0.1234)).toBe('12.3%');
  expect(formatChange(-0.05)).toBe('5% less');
  expect(formatChange(0.05)).toBe('5% more');
  expect(formatChange(11)).toBe('12 times as much');
});

test('a reason gives the change, its interval and what was allowed', () => {
  const { only } = judgeOne(sampleSeries(steady(100), steady(120)));
  expect(only.reason).toBe(
    '20% more than before (19.3% to 20.7% more); worse by more than the 5% allowed',
  );
});

test('of two limits the one that is harder to pass is named', () => {
  const { only } = judgeOne(
    sampleSeries([100, 100, 100], [300, 300, 300], { metric: 'disk.writes' }),
  );
  expect(only.reason).toBe(
    'exactly 100 in every repeat before and 300 after, 200% more; worse by more than the 50 allowed',
  );
});

test('the last look does not promise more repeats', () => {
  const noisy = [100, 110, 92, 107, 95].map((ms) => ms * 1e6);
  const plan = { repeats: 5, maxRepeats: 5, outliersPerFive: 1 };
  const { only } = judgeOne(sampleSeries(noisy, noisy.toReversed()), { plan });
  expect(only.reason).toContain('no more repeats were allowed');
});

test('a headline stays within its length whatever the names', () => {
  const long = { test: 'x'.repeat(200), span: 'y'.repeat(200) };
  const { headline } = judge(
    sampleAggregate([sampleSeries(steady(100), steady(200), long)]),
    options,
  );
  expect(headline.length).toBeLessThan(200);
  expect(headline).toContain('…');
});
