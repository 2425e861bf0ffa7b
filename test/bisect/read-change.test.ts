import { expect, test } from 'vitest';
import { readChange } from '../../src/bisect/read-change.ts';
import { judgeOne, sampleSeries, steady } from '../verdict/sample-aggregate.ts';

test('a change is read as the logarithm of its ratio, with an error that spread and builds make', () => {
  const { only } = judgeOne(sampleSeries(steady(100), steady(125)));
  const change = readChange(only);
  expect(change?.size).toBeCloseTo(Math.log(1.25), 2);
  expect(change?.error).toBeGreaterThan(0.007);
  expect(change?.error).toBeLessThan(0.02);
});

test('more noise makes a greater error', () => {
  const noisy = [80e6, 120e6, 100e6, 90e6, 110e6];
  const quiet = readChange(judgeOne(sampleSeries(steady(100), steady(100).toReversed())).only);
  const loud = readChange(judgeOne(sampleSeries(noisy, noisy.toReversed())).only);
  expect(loud?.error).toBeGreaterThan(3 * (quiet?.error ?? Infinity));
});

test('a count that is the same in each run leaves next to no doubt', () => {
  const five = (value: number) => Array.from({ length: 5 }, () => value);
  const { only } = judgeOne(sampleSeries(five(1000), five(1010), { metric: 'disk.writes' }));
  const change = readChange(only);
  expect(change?.size).toBeCloseTo(Math.log(1.01), 6);
  expect(change?.error).toBeLessThan(0.001);
});

test('from zero, and from too few runs, nothing is read', () => {
  const zero = Array.from({ length: 5 }, () => 0);
  expect(readChange(judgeOne(sampleSeries(zero, [1, 2, 3, 2, 1])).only)).toBeUndefined();
  expect(readChange(judgeOne(sampleSeries([1e6], [2e6])).only)).toBeUndefined();
});

test('what an absolute limit settled without a test is read from its values', () => {
  const values = [1, 1.2, 0.9, 1.1, 1].map((ms) => ms * 1e3);
  const { only } = judgeOne(sampleSeries(values, values.toReversed()));
  expect(only.evidence.method).toBe('none');
  const change = readChange(only);
  expect(change?.size).toBeCloseTo(0, 9);
  expect(change?.error).toBeGreaterThan(0.04);
  expect(change?.df).toBeCloseTo(8, 6);
});
