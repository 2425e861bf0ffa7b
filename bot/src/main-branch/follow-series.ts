import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { MainBranchSeries } from '../../../src/report/pull-request/main-branch-view.ts';
import { type CulpritPush, directionOf, type JudgedPush, worseBy } from './judged-push.ts';

/**
 * Where a series stands after the pushes that came since: the product of the changes that were decided.
 * What was not decided counts as no change, or the noise of thirty pushes would add up to a recovery.
 * @param later oldest first
 */
export function followSeries(
  culprit: CulpritPush,
  series: SeriesVerdict,
  later: readonly JudgedPush[],
): MainBranchSeries {
  const key = seriesKey(series);
  const followed: { commit: string; change: number }[] = [];
  let level = {
    ratio: 1 + (series.evidence.change ?? 0),
    absolute: series.evidence.changeAbsolute ?? 0,
  };
  let recoveredBy: string | undefined;
  for (const push of later) {
    const measured = push.verdict.series.find((one) => seriesKey(one) === key);
    if (measured === undefined) continue;
    const { change = 0, changeAbsolute = 0 } = isDecided(push, measured) ? measured.evidence : {};
    level = { ratio: level.ratio * (1 + change), absolute: level.absolute + changeAbsolute };
    followed.push({ commit: push.commit, change: changeOf(level.ratio) });
    if (!isAllowed(culprit, series, level)) continue;
    // What makes it worse after that is the fault of another push.
    recoveredBy = push.commit;
    break;
  }
  const accepted = culprit.judgement.series.find((one) => one.key === key)?.accept;
  const end =
    recoveredBy === undefined
      ? accepted && ({ kind: 'accepted', acceptId: accepted.id } as const)
      : ({ kind: 'recovered', commit: recoveredBy } as const);
  return { series, later: followed, ...(end === undefined ? {} : { end }) };
}

/** A change there and back ends next to one in the last digit, and would appear as a change. */
function changeOf(ratio: number): number {
  const change = ratio - 1;
  return Math.abs(change) < 1e-9 ? 0 : change;
}

/** An alarm that a fresh runner cleared did not move anything. */
function isDecided({ judgement }: JudgedPush, series: SeriesVerdict): boolean {
  if (series.state === 'improved') return true;
  if (series.state !== 'regressed') return false;
  const key = seriesKey(series);
  return judgement?.series.find((one) => one.key === key)?.fate !== 'cleared';
}

/** With both limits, both must be passed for it to be too much. */
function isAllowed(
  culprit: CulpritPush,
  series: SeriesVerdict,
  level: { ratio: number; absolute: number },
): boolean {
  const { threshold, evidence } = series;
  const direction = directionOf(culprit.verdict, series);
  const { relative, absolute } = threshold;
  const isWithin =
    relative !== undefined &&
    evidence.change !== undefined &&
    worseBy(level.ratio - 1, direction) <= relative;
  return isWithin || (absolute !== undefined && worseBy(level.absolute, direction) <= absolute);
}
