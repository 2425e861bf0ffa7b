import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { compareSpreads, findHelpful } from '../../src/variability/compare-spreads.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { countTrials } from '../nightly.ts';

const seed = 20_261_127;
const records = countTrials({ byNight: 500, byDay: 100 });

/** Pairs of one commit; the noise of each side is that share of 100. */
function measurePairs(random: Random, without: number, other: number, level = 100): RunRecord {
  return makeRecord(
    Array.from({ length: 25 }, (_, pair) => [
      makeProfile('before', pair, 100 * (1 + without * drawNormal(random))),
      makeProfile('after', pair, level * (1 + other * drawNormal(random))),
    ]).flat(),
  );
}

function countEffects(without: number, other: number, level?: number): Record<string, number> {
  const random = createRandom(seed);
  const counts: Record<string, number> = { others: 0 };
  for (let i = 0; i < records; i += 1) {
    const [change] = compareSpreads(measurePairs(random, without, other, level));
    if (change === undefined) continue;
    counts[change.effect] = (counts[change.effect] ?? 0) + 1;
    if (change.isOtherMeasure) counts['others'] = (counts['others'] ?? 0) + 1;
  }
  return counts;
}

test('what halves the noise of 25 runs is mostly said to help, and never to harm', () => {
  const { less = 0, more = 0 } = countEffects(0.06, 0.03);
  expect(less, `seed ${seed}`).toBeGreaterThan(
    countTrials({ byNight: 0.6, byDay: 0.55 }) * records,
  );
  expect(more, `seed ${seed}`).toBe(0);
});

test('what changes nothing is seldom said to', () => {
  const { less = 0, more = 0, others = 0 } = countEffects(0.05, 0.05);
  expect(less + more, `seed ${seed}`).toBeLessThan(0.03 * records);
  expect(others, `seed ${seed}`).toBeLessThan(0.03 * records);
});

test('what makes the test much faster measures something else', () => {
  expect(countEffects(0.03, 0.03, 60)['others'], `seed ${seed}`).toBe(records);
});

test('nothing is said of fewer than five runs', () => {
  const record = makeRecord([makeProfile('before', 0, 100), makeProfile('after', 0, 100)]);
  expect(compareSpreads(record)).toEqual([]);
});

test('of twenty settings that change nothing, seldom one is said to help', () => {
  const random = createRandom(seed);
  let wrong = 0;
  const samples = countTrials({ byNight: 50, byDay: 10 });
  for (let i = 0; i < samples; i += 1) {
    const trials = Array.from({ length: 20 }, () =>
      compareSpreads(measurePairs(random, 0.05, 0.05)),
    );
    if (findHelpful(trials).some((best) => best !== undefined)) wrong += 1;
  }
  expect(wrong, `seed ${seed}`).toBeLessThan(0.12 * samples);
});

test('what helps is found among settings that do not, unless it measures something else', () => {
  const random = createRandom(seed);
  const trials = [
    compareSpreads(measurePairs(random, 0.05, 0.05)),
    compareSpreads(measurePairs(random, 0.06, 0.01)),
    compareSpreads(measurePairs(random, 0.06, 0.01, 60)),
    compareSpreads(measurePairs(random, 0.01, 0.06)),
  ];
  const found = findHelpful(trials).map((best) => best !== undefined);
  expect(found, `seed ${seed}`).toEqual([false, true, false, false]);
});
