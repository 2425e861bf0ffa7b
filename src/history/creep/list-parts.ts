import type { FittedLevels } from '../levels/fit-levels.ts';

/** The contribution of one commit, or of several that were not measured one by one. Above zero is worse. */
export interface CreepPart {
  /** The commit measured before it. */
  after: number;
  place: number;
  /** As measured. */
  size: number;
  error: number;
  /** Larger than the largest of so many steps is by noise alone. */
  standsOut: boolean;
}

/**
 * How much each step from one measured commit to the next contributed, the largest first. Of many noisy steps some
 * are large by chance: only those stand out that are an error above what the largest of so many usually is,
 * √(2 ln n) errors.
 */
export function listParts(
  fit: FittedLevels,
  { from, to }: { from: number; to: number },
  worse: 1 | -1,
): CreepPart[] {
  const places = fit.levels.map(({ place }) => place).filter((one) => one >= from && one <= to);
  const largest = 1 + Math.sqrt(2 * Math.log(Math.max(2, places.length)));
  const steps = places.slice(1).map((place, i): CreepPart => {
    const after = places[i] as number;
    const { value, error } = fit.compare([after], [place]);
    return {
      after,
      place,
      size: worse * value,
      error,
      standsOut: Math.abs(value) > largest * error,
    };
  });
  return steps.toSorted((a, b) => b.size - a.size);
}
