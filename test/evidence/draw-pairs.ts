import type { Explanation } from '../../src/contract/documents.ts';
import type { ProfiledPair } from '../../src/contract/explainer.ts';
import type { Stacks } from '../../src/contract/execution.ts';
import { parseDiff } from '../../src/evidence/changed-lines.ts';
import { explainTest } from '../../src/evidence/explain-test.ts';
import { drawNormal, type Random } from '../../src/stats/random.ts';

/** Samples of one side: counts by stack, each the mean of a Poisson draw beside noise of the host. */
function draw(random: Random, means: Readonly<Record<string, number>>, noise = 0.02): Stacks[] {
  const samples = new Map<string, number>();
  for (const [stack, mean] of Object.entries(means)) {
    const own = mean * Math.exp(noise * drawNormal(random));
    samples.set(stack, Math.max(0, Math.round(own + Math.sqrt(own) * drawNormal(random))));
  }
  return [{ profiler: 'perf', weight: 1e6, samples }];
}

export function drawPairs(
  random: Random,
  pairs: number,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  noise?: number,
): ProfiledPair[] {
  return Array.from({ length: pairs }, () => ({
    before: draw(random, before, noise),
    after: draw(random, after, noise),
  }));
}

export const total = (means: Readonly<Record<string, number>>): number =>
  Object.values(means).reduce((sum, mean) => sum + mean, 0) * 1e6;

export function explain(
  pairs: ProfiledPair[],
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  change = parseDiff(''),
): Explanation {
  const growth = { before: total(before), after: total(after), error: 0.005 };
  return explainTest({ test: 'a test', of: 'time', growth, pairs, change });
}

/** Sixty functions of a run of a second and a half. */
export const usual = Object.fromEntries(
  Array.from({ length: 60 }, (_, at): [string, number] => [
    `node;main (src/main.js:1);f${at} ((a)/f.js:${10 * at + 10})`,
    at === 0 ? 150 : 23,
  ]),
);
