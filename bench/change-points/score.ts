/** How well found points agree with true ones: a point is right within so many places, each true one once. */
export interface Score {
  right: number;
  wrong: number;
  missed: number;
  /** With the beginning of the series counted as found and true. */
  f1: number;
}

export const margin = 5;

export function scorePoints(found: readonly number[], truth: readonly number[]): Score {
  const right = countMatches(found, truth);
  const precision = (right + 1) / (found.length + 1);
  const recall = (right + 1) / (truth.length + 1);
  return {
    right,
    wrong: found.length - right,
    missed: truth.length - right,
    f1: (2 * precision * recall) / (precision + recall),
  };
}

/** Ascending lists: the earliest true one within reach is the best match of the earliest found one. */
function countMatches(found: readonly number[], truth: readonly number[]): number {
  let matches = 0;
  let next = 0;
  for (const at of found) {
    while (next < truth.length && (truth[next] as number) < at - margin) next += 1;
    if (next < truth.length && (truth[next] as number) <= at + margin) {
      matches += 1;
      next += 1;
    }
  }
  return matches;
}

export function sumScores(scores: readonly Score[]): Score & { micro: number } {
  const total = (of: 'right' | 'wrong' | 'missed' | 'f1') =>
    scores.reduce((sum, one) => sum + one[of], 0);
  const [right, wrong, missed] = [total('right'), total('wrong'), total('missed')];
  const micro = (2 * right) / Math.max(1, 2 * right + wrong + missed);
  return { right, wrong, missed, f1: total('f1') / scores.length, micro };
}
