import { median } from 'simple-statistics';
import type { Side } from '../../contract/documents.ts';
import type { BranchKind, SeriesValue, StoredBuild, StoredSpan } from '../../store/series-point.ts';
import type { BuildsOfSuite, StoreReader } from '../../store/series-store.ts';

/** One side of a series in one build. */
export interface SideOfBuild {
  commit: string;
  /** Median of all repeats, like the medians of days; in the unit of the metric. */
  median: number;
  repeats: Pick<SeriesValue, 'repeat' | 'value' | 'isOutlier'>[];
}

/** A series in one build; a change that was measured alone has no `before`. */
export interface BuildOfSeries {
  build: StoredBuild;
  sides: Partial<Record<Side, SideOfBuild>>;
}

/** Twenty repeats of two sides are the most that a build usually has. */
const valuesPerBuild = 40;

type ReadRequest = { branchKind?: BranchKind; known?: BuildsOfSuite | undefined };

/**
 * The last `count` builds of a series, oldest first, also of the names that it had before.
 * @param branchKind of the builds; every kind where it is absent
 * @param known builds of the suite that need not be looked up
 */
export async function readLastBuilds(
  reader: Pick<StoreReader, 'readLast'>,
  { former = [], ...span }: Omit<StoredSpan, 'metrics'>,
  metric: string,
  count: number,
  request: ReadRequest = {},
): Promise<BuildOfSeries[]> {
  const builds = await readNamed(reader, span, metric, count, request);
  const known = new Set(builds.map(({ build }) => build.runId));
  for (const name of former) {
    const older = await readNamed(reader, { ...span, ...name }, metric, count, request);
    const own = older.filter(({ build }) => !known.has(build.runId));
    for (const { build } of own) known.add(build.runId);
    builds.push(...own);
  }
  if (former.length > 0) builds.sort((a, b) => a.build.atMs - b.build.atMs);
  return builds.slice(-count);
}

/** A store counts values, so it is asked until they suffice. */
async function readNamed(
  reader: Pick<StoreReader, 'readLast'>,
  { repository, suite, test, span, annotations, platform }: Omit<StoredSpan, 'metrics'>,
  metric: string,
  count: number,
  { branchKind, known }: ReadRequest,
): Promise<BuildOfSeries[]> {
  const query = {
    ...{ repository, suite, test, span, annotations, platform, metric },
    branchKind,
  };
  for (let wanted = (count + 1) * valuesPerBuild; ; wanted *= 4) {
    const values = await reader.readLast(query, wanted, known);
    const builds = groupByBuild(values);
    // The oldest build of an answer that was cut may be there in part only.
    if (values.length < wanted || builds.length > count) return builds.slice(-count);
  }
}

function groupByBuild(values: readonly SeriesValue[]): BuildOfSeries[] {
  const groups = Map.groupBy(values, ({ build }) => build.runId);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const before = summarize(own.filter(({ side }) => side === 'before'));
    const after = summarize(own.filter(({ side }) => side === 'after'));
    const sides = { before, after };
    return [{ build: first.build, sides }];
  });
}

function summarize(values: readonly SeriesValue[]): SideOfBuild | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const repeats = values.map(({ repeat, value, isOutlier }) => ({ repeat, value, isOutlier }));
  return { commit: first.commit, median: median(repeats.map(({ value }) => value)), repeats };
}
