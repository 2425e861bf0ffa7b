import { expect, test } from 'vitest';
import { findRamp } from '../../src/history/find-ramp.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

function draw(seed: number, levelOf: (at: number) => number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: 120 }, (_, at) => levelOf(at) + 0.01 * drawNormal(random));
}

test('a slope over forty values is one, and where it begins and ends is about right', () => {
  const levels = draw(1, (at) => 0.12 * Math.min(1, Math.max(0, (at - 40) / 40)));
  const ramp = findRamp(levels, [60], [0, 120], 1)!;
  expect(Math.abs(ramp.from - 40)).toBeLessThan(8);
  expect(Math.abs(ramp.to - 80)).toBeLessThan(8);
});

test('a step is none', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const levels = draw(seed, (at) => (at < 60 ? 0 : 0.05));
    expect(findRamp(levels, [60], [0, 120], 1), `seed ${seed}`).toBeUndefined();
  }
});

test('two clear steps are none', () => {
  const levels = draw(1, (at) => (at < 40 ? 0 : at < 80 ? 0.06 : 0.12));
  expect(findRamp(levels, [40, 80], [0, 120], 1)).toBeUndefined();
});
