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

/** Of them, `guilty` makes an iteration of the first take `ratio` times as long. */
export interface Benchmarks {
  pairs: number;
  ratio: number;
  guilty: string;
  benchmarks?: number;
}

/** A second of a tool that repeats each benchmark for as long as the others, whatever an iteration takes, after its start. */
export function drawBenchmarks(
  random: Random,
  { benchmarks = 5, guilty, pairs, ratio }: Benchmarks,
): ProfiledPair[] {
  const works = Array.from({ length: benchmarks }, (_, at) => {
    const names = ['shared', ...Array.from({ length: 12 }, (__, nth) => `own${at}-${nth}`)];
    return Object.fromEntries(names.map((name) => [name, Math.exp(drawNormal(random))]));
  });
  const side = (extra: number): Stacks[] => {
    const means: Record<string, number> = { 'node;start of Node': 200, 'node;compiler': 60 };
    for (const [at, work] of works.entries()) {
      const more = at === 0 ? extra * total(work) * 1e-6 : 0;
      const all: Record<string, number> = { ...work, [guilty]: (work[guilty] ?? 0) + more };
      // The clock of the tool goes on while another program has the CPU.
      const timeNs = (740e6 / benchmarks) * Math.exp(0.1 * drawNormal(random));
      for (const [name, size] of Object.entries(all))
        means[`node;bench (b.js:${at + 1});${name} (${name}.js:1)`] = (timeNs * size) / total(all);
    }
    return draw(random, means);
  };
  return Array.from({ length: pairs }, () => ({ before: side(0), after: side(ratio - 1) }));
}

export function explainBenchmarks(
  pairs: ProfiledPair[],
  { benchmarks = 5, ratio }: Benchmarks,
  gain = 0,
  diff = '',
): Explanation {
  const run = { before: 1e9, after: 1e9, error: 0.005 };
  const of = { before: 7e4, after: 7e4 * ratio, error: 0.005 };
  const growth = { ...of, ofIteration: { run, benchmarks, gain } };
  return explainTest({ test: 'a test', of: 'time', growth, pairs, change: parseDiff(diff) });
}
