import type { CommitLevel } from '../levels/fit-levels.ts';

/**
 * The commits of the best level that held: of all stretches of so many commits, the one that is certainly the
 * best, by the upper end of its interval. The lowest mean would be the luckiest stretch instead.
 * @param worse 1 where lower values are better, −1 where higher ones are
 * @returns places; none where no level held long enough
 */
export function findBar(levels: readonly CommitLevel[], worse: 1 | -1, heldFor: number): number[] {
  let best = Infinity;
  let from = -1;
  let sum = 0;
  let squares = 0;
  levels.forEach(({ level, error }, at) => {
    sum += worse * level;
    squares += error ** 2;
    const left = levels[at - heldFor];
    if (left !== undefined) {
      sum -= worse * left.level;
      squares -= left.error ** 2;
    }
    if (at + 1 < heldFor) return;
    const end = sum / heldFor + 1.96 * Math.sqrt(Math.max(0, squares) / heldFor);
    if (end < best) [best, from] = [end, at + 1 - heldFor];
  });
  return from < 0 ? [] : levels.slice(from, from + heldFor).map(({ place }) => place);
}
