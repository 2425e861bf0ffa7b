import { createRandom, type Random } from '../../../src/stats/random.ts';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { countTrials } from '../../nightly.ts';
import { makeTest as make } from '../../runner/stage/make-test.ts';

export const makeTest = (name: string): SuiteTest => make(name);

const words = [
  'upload',
  'download',
  'größe',
  '往復',
  'a/b',
  '1/2',
  '  ',
  '__proto__',
  'test',
  '🙂',
];

/** Names that are like each other, as those of a suite are. */
export function drawNames(random: Random, count: number): string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const word = words[Math.floor(random() * words.length)] ?? 'test';
    names.add(`${word} ${Math.floor(random() * count * 2)}`);
  }
  return [...names];
}

/** Runs a property over many suites; the seed is in the failure. */
export function forEachSeed(check: (random: Random, seed: number) => void): void {
  for (let seed = 1; seed <= countTrials({ byNight: 40, byDay: 20 }); seed += 1) {
    try {
      check(createRandom(seed), seed);
    } catch (cause) {
      throw new Error(`with seed ${seed}: ${(cause as Error).message}`, { cause });
    }
  }
}
