import type { Aggregate, BuildKey, SeriesVerdict } from '../contract/documents.ts';
import { seriesKey, spanKey } from '../contract/series-key.ts';
import { sidesOf } from '../contract/sides.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from './series-point.ts';

export interface BuildIdentity {
  /** What the CI calls the build; the aggregate knows only its own id. */
  key: BuildKey;
  /**
   * When the build began, in milliseconds since 1970. It has to be the same each time that the build is
   * written: the time that the CI gives for its run.
   */
  atMs: number;
  /** Says which values did not count; without it none is marked. */
  verdict?: { series: readonly Pick<SeriesVerdict, SeriesKeys | 'before' | 'after'>[] };
}

type SeriesKeys = 'test' | 'span' | 'annotations' | 'platform' | 'metric';

/**
 * What a store keeps of a build: one point for each repeat of each span on each side, with all metrics that
 * have a value there. The same aggregate gives the same points in the same order.
 */
export function pointsOfBuild(aggregate: Aggregate, identity: BuildIdentity): BuildPoints {
  const rejected = indexRejected(identity.verdict);
  const points = new Map<string, SeriesPoint>();
  const sides = sidesOf(aggregate.build);
  for (const series of aggregate.series) {
    const { test, span, annotations, platform, metric } = series;
    const ofSpan = spanKey(series);
    const outliers = rejected.get(seriesKey(series));
    for (const side of sides) {
      for (const [repeat, value] of series[side].entries()) {
        if (value === null) continue;
        const key = `${ofSpan}\u0000${side} ${repeat}`;
        let point = points.get(key);
        if (point === undefined) {
          point = { test, span, annotations, platform, side, repeat, values: {}, outliers: [] };
          points.set(key, point);
        }
        point.values[metric] = value;
        if (outliers?.[side].has(repeat) === true) point.outliers = [...point.outliers, metric];
      }
    }
  }
  return { build: describeBuild(aggregate, identity), points: [...points.values()] };
}

interface RejectedRepeats {
  before: ReadonlySet<number>;
  after: ReadonlySet<number>;
}

function indexRejected(verdict: BuildIdentity['verdict']): Map<string, RejectedRepeats> {
  const entries = (verdict?.series ?? []).map((series): [string, RejectedRepeats] => [
    seriesKey(series),
    { before: new Set(series.before.rejected), after: new Set(series.after.rejected) },
  ]);
  return new Map(entries);
}

function describeBuild(
  { build, shards, metrics }: Aggregate,
  identity: BuildIdentity,
): StoredBuild {
  const { branch, parents, author, pullRequest, committedAt, links } = build;
  const { repository, suite, runId } = identity.key;
  return {
    repository,
    suite,
    runId,
    atMs: Math.floor(identity.atMs),
    branchKind: build.branchKind ?? 'other',
    commit: build.after.commit,
    baseline: build.before.commit,
    ...(branch === undefined ? {} : { branch }),
    ...(parents === undefined ? {} : { parents }),
    ...(author === undefined ? {} : { author }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(committedAt === undefined ? {} : { committedAtMs: Date.parse(committedAt) }),
    ...(links === undefined ? {} : { links }),
    isComplete: shards.missing.length === 0,
    metrics: metrics.map(({ name, unit, direction, kind }) => ({ name, unit, direction, kind })),
  };
}
