import type { Conclusion, TakenReading } from '../../bisect/next-step.ts';
import { sizeOfAll, weighCommits } from '../../bisect/weigh-commits.ts';
import type { Evidence, SeriesVerdict } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { Commit } from '../../runner/revisions/read-first-parents.ts';
import { findSeries, type Trail } from './trail.ts';

/** What a search came to; `--format json` prints it. */
export interface Finding {
  /** Sure enough, and confirmed by a comparison with the commit before. */
  isFound: boolean;
  series: SeriesIdentity;
  /** How much the bad commit differs from the good one, as a ratio minus one. */
  changeOfAll: number;
  /** Those that the change came with: one, or neighbours that could not be measured. Where none was found: the likeliest. */
  suspects: readonly Commit[];
  /** Full object id of the commit before them. */
  before: string;
  /** How likely the change came with one of them, if it came with one commit. */
  chance: number;
  /** Of the suspects against the commit before them; absent where none compares them. */
  evidence?: Evidence;
  /** The run that compares them, in `.perigee/runs`. */
  run?: string;
  /** Other series that moved in the same run. */
  others: SeriesIdentity[];
  comparisons: { before: string; after: string; change: number; pairs: number; run: string }[];
  /** Commits that could not be measured, and why. */
  notMeasured: { commit: string; why: string }[];
}

/** @param path the commits after the good one */
export function conclude(
  trail: Trail,
  path: readonly Commit[],
  series: SeriesVerdict,
  { from, to, chance, kind }: Conclusion,
): Finding {
  const deciding = trail.steps.findLast((step) => step.from === from && step.to === to);
  const found = deciding && findSeries(deciding, series);
  const idOf = (number: number): string =>
    number === 0 ? trail.good : (path[number - 1]?.commit ?? '');
  return {
    isFound: kind === 'found',
    series: identify(series),
    changeOfAll: Math.expm1(sizeOfAll(trail.last, trail.readings(series))),
    suspects: path.slice(from, to),
    before: idOf(from),
    chance,
    ...(found === undefined ? {} : { evidence: found.evidence }),
    ...(deciding === undefined ? {} : { run: deciding.record.id }),
    others: (deciding?.verdict.series ?? [])
      .filter((one) => one !== found && one.state === 'regressed')
      .map(identify),
    comparisons: trail.steps.flatMap((step) => {
      const one = findSeries(step, series);
      const { change: moved } = one?.evidence ?? {};
      if (one === undefined || moved === undefined) return [];
      const run = step.record.id;
      const pairs = one.after.values.length;
      return [{ before: idOf(step.from), after: idOf(step.to), change: moved, pairs, run }];
    }),
    notMeasured: [...trail.broken].map(([number, why]) => ({ commit: idOf(number), why })),
  };
}

function identify({ test, span, annotations, platform, metric }: SeriesIdentity): SeriesIdentity {
  return { test, span, annotations, platform, metric };
}

/** How likely the change came with a commit up to this one. */
export function chanceUpTo(last: number, readings: readonly TakenReading[], to: number): number {
  return weighCommits(last, readings)
    .slice(0, to + 1)
    .reduce((sum, weight) => sum + weight, 0);
}
