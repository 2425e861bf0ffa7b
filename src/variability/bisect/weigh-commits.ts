import type { Change } from './read-change.ts';

/** The result of one comparison. Commits are numbered along the path: 0 is the good one, the last the bad one. */
export interface Reading extends Change {
  from: number;
  to: number;
}

/** Sizes that the change may have, as parts of what the ends of the path differ by. */
const parts = Array.from({ length: 56 }, (_, index) => 0.3 + index * 0.02);

/** Some comparisons are far off for reasons that their own spread does not show. */
const strays = 0.05;
const strayFactor = 6;

/**
 * How likely each commit is to have brought the change, if one of them brought it.
 *
 * Each comparison sees either all of the change or nothing of it, with an error that follows Student's t. Its size is
 * not known, so all sizes are weighed together with the commits. Before any reading all commits are alike.
 *
 * @param last the number of the bad commit, at least 1
 * @param readings at least one from 0 to `last`
 * @returns at [i] for commit i; nothing for 0; their sum is 1
 */
export function weighCommits(last: number, readings: readonly Reading[]): number[] {
  const sizes = parts.map((part) => part * sizeOfAll(last, readings));
  const logsOf = (commit: number): number[] =>
    sizes.map((size) =>
      readings.reduce((sum, reading) => {
        const isBetween = reading.from < commit && commit <= reading.to;
        return sum + logDensity(reading, isBetween ? size : 0);
      }, 0),
    );
  const logs = Array.from({ length: last }, (_, index) => logsOf(index + 1));
  const top = logs.reduce((best, own) => Math.max(best, ...own), -Infinity);
  const weights = logs.map((own) => own.reduce((sum, log) => sum + Math.exp(log - top), 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return [0, ...weights.map((weight) => weight / all)];
}

/** The mean of the comparisons of both ends, weighted by their exactness; on the log scale. */
export function sizeOfAll(last: number, readings: readonly Reading[]): number {
  let sum = 0;
  let weights = 0;
  for (const { from, to, size, error } of readings) {
    if (from !== 0 || to !== last) continue;
    sum += size / error ** 2;
    weights += 1 / error ** 2;
  }
  return sum / weights;
}

/** Up to a constant that is the same for every `expected`. */
function logDensity({ size, error, df }: Reading, expected: number): number {
  const density = (scale: number): number =>
    (1 + ((size - expected) / scale) ** 2 / df) ** (-(df + 1) / 2) / scale;
  const mixed = (1 - strays) * density(error) + strays * density(strayFactor * error);
  return Math.log(Math.max(mixed, Number.MIN_VALUE));
}
