import { describe, expect, test } from 'vitest';
import { readChange } from '../../../src/variability/bisect/read-change.ts';
import {
  type Reading,
  sizeOfAll,
  weighCommits,
} from '../../../src/variability/bisect/weigh-commits.ts';
import { judgeOne, sampleSeries, steady } from '../../verdict/sample-aggregate.ts';

describe('read change', () => {
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
});

describe('weigh commits', () => {
  const all: Reading = { from: 0, to: 4, size: 0.2, error: 0.02, df: 8 };

  function weigh(...more: Partial<Reading>[]): number[] {
    return weighCommits(4, [all, ...more.map((one) => ({ ...all, ...one }))]).slice(1);
  }

  test('before a commit between the ends was measured, all are alike', () => {
    for (const weight of weigh()) expect(weight).toBeCloseTo(0.25, 6);
  });

  test('a commit that is as slow as the bad one rules out those after it', () => {
    const [first, second, third, fourth] = weigh({ to: 2, size: 0.19 });
    expect(first).toBeCloseTo(second ?? 0, 6);
    expect((first ?? 0) + (second ?? 0)).toBeGreaterThan(0.99);
    expect((third ?? 0) + (fourth ?? 0)).toBeLessThan(0.01);
  });

  test('a noisy comparison says little', () => {
    const [first, , , fourth] = weigh({ to: 2, size: 0.19, error: 0.3 });
    expect(fourth).toBeGreaterThan((first ?? 0) / 2);
  });

  test('two that contradict each other leave doubt', () => {
    const [first, , , fourth] = weigh({ to: 2, size: 0.2 }, { to: 2, size: 0 });
    for (const weight of [first, fourth]) expect(weight).toBeGreaterThan(0.15);
  });

  test('the size need not be that of the first comparison, which may have drawn too much', () => {
    const sure = { error: 0.005, df: 100 };
    const weights = weigh({ to: 2, size: 0.14, ...sure }, { to: 1, size: 0, ...sure });
    expect(weights[1]).toBeGreaterThan(0.99);
  });

  test('one comparison that is far off does not outweigh three', () => {
    const agreeing = [0.19, 0.2, 0.21].map((size) => ({ to: 2, size }));
    const weights = weigh(...agreeing, { to: 2, size: -0.1 });
    expect((weights[0] ?? 0) + (weights[1] ?? 0)).toBeGreaterThan(0.95);
  });

  test('what has become faster is weighed alike', () => {
    const faster = { ...all, size: -0.2 };
    const weights = weighCommits(4, [faster, { ...faster, to: 3, size: 0 }]);
    expect(weights[4]).toBeGreaterThan(0.99);
  });

  test('several comparisons of the ends count by their exactness', () => {
    expect(sizeOfAll(4, [all, { ...all, size: 0.5, error: 0.2 }])).toBeCloseTo(0.203, 3);
  });
});
