import { explainUnended } from '../explain-end.ts';
import type { TriedCommand } from '../findings.ts';

/** How long the rounds of one execution are to take together; the start of a Go program takes milliseconds. */
const targetNs = 0.7e9;
/** Those of all benchmarks: then ten pairs, in which a regression shows, fit the two minutes of a command. */
const targetOfAllNs = 3e9;
/**
 * The preparation of a benchmark outside its rounds may take three times as long as they: then a quarter is left, and
 * rounds that take twice as long make the whole a quarter longer.
 */
const mostPreparation = 3;
const longestMs = 10_000;
const mostRounds = 1e9;

/** Runs the compiled benchmark for a duration (`50ms`) or a number of rounds (`5000x`). */
export type RunBenchmark = (benchtime: string) => Promise<TriedCommand>;

export type SizedBenchmark =
  | { rounds: number; durationMs: number }
  /** Why it cannot be measured. */
  | { why: string };

/**
 * Finds how many rounds are long enough. Go's own way, to go on until a second is over, takes a second
 * however slow the code is; a number of rounds takes longer with slower code.
 * @param benchmarks that are measured
 */
export async function sizeBenchmark(
  run: RunBenchmark,
  benchmarks: number,
): Promise<SizedBenchmark> {
  const short = await run('50ms');
  const roughNs = readRoundNs(short);
  if (roughNs === undefined) return { why: explain(short) };
  const sized = await tryRounds(
    run,
    chooseRounds(Math.min(targetNs, targetOfAllNs / benchmarks) / roughNs),
  );
  if ('why' in sized || sized.preparedNs <= mostPreparation * sized.workedNs) return sized;
  const neededNs = sized.preparedNs / mostPreparation;
  const longer = await tryRounds(run, chooseRounds((neededNs / sized.workedNs) * sized.rounds));
  if ('why' in longer) return longer;
  const isHidden = longer.preparedNs > mostPreparation * longer.workedNs;
  if (!isHidden && longer.durationMs <= longestMs) return longer;
  const [prepared, worked] = [longer.preparedNs, longer.workedNs].map((ns) =>
    (ns / 1e9).toFixed(1),
  );
  return {
    why: `it prepares for ${prepared} s and works for ${worked} s, which hides slower code`,
  };
}

async function tryRounds(run: RunBenchmark, rounds: number) {
  const tried = await run(`${rounds}x`);
  const roundNs = readRoundNs(tried);
  if (roundNs === undefined) return { why: explain(tried) };
  const { durationMs } = tried;
  const workedNs = rounds * roundNs;
  return { rounds, durationMs, workedNs, preparedNs: durationMs * 1e6 - workedNs };
}

/** Time of one round of it and of all benchmarks below it; undefined if it failed or printed no times. */
function readRoundNs({ status, output }: TriedCommand): number | undefined {
  if (status !== 0) return undefined;
  const times = output.matchAll(/^Benchmark\S*\s+\d+\s+([\d.]+) ns\/op/gm);
  let sum = 0;
  for (const [, ns] of times) sum += Number(ns);
  return sum > 0 ? sum : undefined;
}

/** 1, 2 or 5 and noughts, not less than asked for. */
function chooseRounds(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= atLeast) ?? 10;
  return Math.min(mostRounds, factor * power);
}

/** Of one execution. */
export const mostTryMs = 30_000;

function explain(tried: TriedCommand): string {
  const { output, status } = tried;
  if (status === undefined) {
    return explainUnended(tried, { limitMs: mostTryMs, remedy: 'make one round of it shorter' });
  }
  if (status === 0) return 'it gave no time';
  const line = output
    .split('\n')
    .find((one) => /\S/.test(one) && !/^(goos|goarch|pkg|cpu):/.test(one));
  return `it failed: ${(line ?? `status ${status}`).trim().slice(0, 100)}`;
}
