import type { RunningSums } from './running-sums.ts';

/** Values on either side that are compared; each place of a change shows best in one of them. */
const reaches = [2, 4, 8, 16, 32, 64];
/** So many standard errors make a place worth a closer look; far fewer than make it a change. */
const worthALook = 2.5;

/**
 * Places where a new level may begin: where the values before and after differ most, among their neighbours, at
 * any of several distances. Ascending.
 */
export function findCandidates(sums: RunningSums, variance: number): number[] {
  const isCandidate = new Uint8Array(sums.length + 1);
  const contrasts = new Float64Array(sums.length + 1);
  for (const reach of reaches) {
    if (2 * reach > sums.length) break;
    measureContrasts(sums, reach, contrasts);
    markPeaks(
      contrasts,
      { apart: reach >> 2 || 1, above: worthALook ** 2 * variance },
      isCandidate,
    );
  }
  const found: number[] = [];
  isCandidate.forEach((is, at) => {
    if (is === 1) found.push(at);
  });
  return found;
}

/** The squared difference between both sides of each place, in units of its own variance. */
function measureContrasts(sums: RunningSums, reach: number, contrasts: Float64Array): void {
  const { weights, values, length } = sums;
  for (let at = 2; at <= length - 2; at += 1) {
    const from = at > reach ? at - reach : 0;
    const to = at + reach < length ? at + reach : length;
    const weightBefore = (weights[at] as number) - (weights[from] as number);
    const weightAfter = (weights[to] as number) - (weights[at] as number);
    const before = ((values[at] as number) - (values[from] as number)) / weightBefore;
    const after = ((values[to] as number) - (values[at] as number)) / weightAfter;
    contrasts[at] =
      ((after - before) ** 2 * weightBefore * weightAfter) / (weightBefore + weightAfter);
  }
}

function markPeaks(
  contrasts: Float64Array,
  { apart, above }: { apart: number; above: number },
  isPeak: Uint8Array,
): void {
  for (let at = 2; at < contrasts.length - 2; at += 1) {
    const here = contrasts[at] as number;
    if (here < above) continue;
    let by = 1;
    // Of equals the last one counts: a plateau has one peak.
    while (by <= apart && (contrasts[at - by] ?? 0) <= here && (contrasts[at + by] ?? 0) < here) {
      by += 1;
    }
    if (by > apart) isPeak[at] = 1;
  }
}
