import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import type { ViewHistory } from '../../../src/report/pull-request/view.ts';
import type { SeriesValue } from '../../../src/series/series-point.ts';
import { medianOfStretch } from '../../../src/stats/trim.ts';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import type { LookPorts } from '../ports.ts';

const mostBuilds = 20;
/** Values of one build. More pairs are rare, and then a few builds less are shown. */
const valuesPerBuild = 20;

/**
 * The levels that a series had on the default branch, and has here. A picture beside the verdict, which
 * other machines measured: where the store does not answer, there is none.
 */
export async function readHistory(
  { store, logger }: Pick<LookPorts, 'logger'> & { store: Pick<LookPorts['store'], 'readLast'> },
  repository: string,
  verdict: Verdict,
  series: SeriesVerdict,
): Promise<ViewHistory | undefined> {
  const { test, span, annotations, platform, metric, after } = series;
  const rejected = new Set(after.rejected);
  const counted = after.values
    .filter((_, place) => !rejected.has(place))
    .filter((value) => value !== null);
  const here = findLevel(counted);
  if (here === undefined) return undefined;
  try {
    const values = await store.readLast(
      {
        ...{ repository, suite: verdict.build.suite, test, span, annotations, platform, metric },
        ...{ side: 'after', branchKind: 'default' },
      },
      mostBuilds * valuesPerBuild,
    );
    const points = [
      ...foldBuilds(values).slice(-mostBuilds),
      { commit: verdict.build.after.commit, value: here },
    ];
    const unit = verdict.metrics.find(({ name }) => name === metric)?.unit ?? 'count';
    return points.length < 2 ? undefined : { test, span, metric, unit, points };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    logger.log('warn', 'there is no history to show', { why: error.message });
    return undefined;
  }
}

function foldBuilds(values: readonly SeriesValue[]): ViewHistory['points'][number][] {
  const builds = Map.groupBy(
    values.filter(({ isOutlier }) => !isOutlier),
    ({ build }) => build.runId,
  );
  return [...builds.values()].flatMap((each) => {
    const value = findLevel(each.map((one) => one.value));
    const commit = each[0]?.commit;
    return value === undefined || commit === undefined ? [] : [{ commit, value }];
  });
}

/** The median of what counted: past builds have no verdict with a location, so the change is shown by it too. */
function findLevel(counted: readonly number[]): number | undefined {
  if (counted.length === 0) return undefined;
  return medianOfStretch(
    counted.toSorted((a, b) => a - b),
    0,
    counted.length,
  );
}
