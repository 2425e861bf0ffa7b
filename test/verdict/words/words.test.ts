import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import {
  formatChangeInWords,
  formatRange,
  formatShareOf,
} from '../../../src/verdict/words/format-change.ts';
import {
  judgeOne,
  latency,
  options,
  sampleAggregate,
  sampleSeries,
  steady,
  suspected,
} from '../sample-aggregate.ts';

test('shares lose their sign, changes keep it in a word', () => {
  expect(formatShareOf(-0.1234)).toBe('12.3%');
  expect(formatChangeInWords(-0.05)).toBe('5% less');
  expect(formatChangeInWords(0.05)).toBe('5% more');
  expect(formatChangeInWords(11)).toBe('12 times as much');
  expect(formatChangeInWords(Infinity)).toBe('over a million times as much');
});

test('a reason gives the change, its interval and what was allowed', () => {
  const { only } = judgeOne(sampleSeries(steady(100), steady(120).toReversed()));
  expect(only.reason).toBe('18.1% to 22% more than before; 5% is allowed; measured 20% more');
});

test('of two limits the one that is harder to pass is named', () => {
  const { only } = judgeOne(
    sampleSeries([100, 100, 100], [300, 300, 300], { metric: 'disk.writes' }),
  );
  expect(only.reason).toBe(
    'exactly 100 in every repeat before and 300 after, 200% more; worse by more than the 50 allowed',
  );
});

test('a limit in bytes reads as perigee.yml and the tables write it', () => {
  const memory = { ...latency, name: 'memory.peak', unit: 'bytes' as const };
  const MiB = 2 ** 20;
  const after = [29, 29, 29].map((size) => size * MiB);
  const grown = sampleSeries([20 * MiB, 20 * MiB, 20 * MiB], after, { metric: 'memory.peak' });
  const { verdict, only } = judgeOne(grown, { metrics: [memory] });
  expect(only.reason).toContain('20 MiB in every repeat before and 29 MiB after');
  expect(only.reason).toContain('the 4 MiB allowed');
  expect(verdict.headline).toContain('Memory peak 45% more');
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

test('an interval whose ends read alike is told once', () => {
  expect(formatRange(-0.30001, -0.29999)).toBe('30% less');
  expect(formatRange(0.035, 0.079)).toBe('3.5% to 7.9% more');
  expect(formatRange(-0.02, 0.05)).toBe('between 2% less and 5% more');
});

test('what only warns is not measured again', () => {
  const rules = [{ where: 'x', match: {}, relative: 0.05, action: 'warn' as const }];
  const [only] = judge(sampleAggregate([suspected()]), { ...options, rules }).series;
  expect(only).toMatchObject({
    state: 'undecided',
    reason: expect.stringMatching(/points past the 5% allowed, and that may be chance$/),
  });
});

test('what is suspected with its whole interval past the limit says why it is not red and what would decide it', () => {
  const rules = [{ where: 'x', match: {}, relative: 0.04, action: 'block' as const }];
  const slower = [1.057, 1.082, 1.062, 1.097, 1.072].map((factor) => 1e8 * factor);
  const one = sampleSeries([1e8, 1.001e8, 1e8, 0.999e8, 1e8], slower, { test: 'a' });
  const others = Array.from({ length: 300 }, (_, i) =>
    sampleSeries(steady(100), steady(100), { test: `t${i}` }),
  );
  const { series } = judge(sampleAggregate([one, ...others]), { ...options, rules });
  expect(series.find(({ test }) => test === 'a')).toMatchObject({
    state: 'undecided',
    reason: expect.stringMatching(
      /^.*; all of its interval is past the 4% allowed, but 301 series share one chance of a false alarm, so red takes more evidence than this interval; about 20 pairs would decide it \(it has 5\)$/,
    ),
  });
});

test('what chance shows of some among many series is not called past nothing', () => {
  const rules = [{ where: 'x', match: {}, relative: 0.04, action: 'block' as const }];
  const noisy = [1.06, 1.13, 1.08, 1.17, 1.1].map((factor) => 1e8 * factor);
  const one = sampleSeries([1e8, 1.001e8, 1e8, 0.999e8, 1e8], noisy, { test: 'a' });
  const others = Array.from({ length: 300 }, (_, i) =>
    sampleSeries(steady(100), steady(100), { test: `t${i}` }),
  );
  const { series } = judge(sampleAggregate([one, ...others]), { ...options, rules });
  expect(series.find(({ test }) => test === 'a')).toMatchObject({
    state: 'not-regressed',
    reason: expect.stringMatching(
      /; all of its interval is past the 4% allowed, as chance alone shows among so many series$/,
    ),
  });
});

const straddles = 'it is certainly worse, and the estimate is past the limit';

test.each([
  [[1.13, 1.1, 1.09, 1.12, 1.11], true],
  [[1.3, 1.31, 1.29, 1.3, 1.3], false],
])('a regressed series whose interval holds its limit tells why it is red: %j', (factors, told) => {
  const before = [0.99, 1.01, 0.98, 1.01, 1].map((factor) => factor * 1e8);
  const after = factors.map((factor) => factor * 1e8);
  const rules = [{ where: 'x', match: {}, relative: 0.1, action: 'block' as const }];
  const [only] = judge(sampleAggregate([sampleSeries(before, after)]), {
    ...options,
    rules,
  }).series;
  expect(only?.state).toBe('regressed');
  expect(only?.reason?.includes(straddles), only?.reason).toBe(told);
});
