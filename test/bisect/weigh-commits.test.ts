import { expect, test } from 'vitest';
import { type Reading, sizeOfAll, weighCommits } from '../../src/bisect/weigh-commits.ts';

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
