import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { machineSpan } from '../../../contract/canaries.ts';
import { hasPlatforms } from '../../../contract/compare-platforms.ts';
import { namePlatform } from '../../../contract/platforms.ts';
import { importedPlatform } from '../../../store/import/points-of-import.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import { findMetric, orderMetrics } from '../../../contract/metrics.ts';
import { joinRenamed, type RenamedOf, renamedOfBuilds } from '../../../store/join-renamed.ts';
import { seriesId } from '../series-id.ts';
import type { StoredBuild, StoredSpan } from '../../../store/series-point.ts';
import type { BuildsOfSuite, StoreReader } from '../../../store/series-store.ts';
import type { SeriesName } from '../answers.ts';
import { type CommitOrder, orderCommits } from '../history/order-commits.ts';

/** A series that there are points of. */
export interface ListedSeries {
  name: SeriesName;
  span: StoredSpan;
  /** The words for the filter, in lower case. */
  words: string;
}

/** The content of a repository in its store: everything but points. */
export interface Catalogue {
  repository: string;
  /** Newest first. */
  builds: readonly StoredBuild[];
  order: CommitOrder;
  /** Series of code, by id; by suite, test, span, annotations, platform and metric. */
  series: ReadonlyMap<string, ListedSeries>;
  /** Ids that series had under former names: links to them go on to work. */
  formerIds: ReadonlyMap<string, string>;
  renamedOf: RenamedOf;
  /** Those of machines. */
  machines: readonly StoredSpan[];
  /** By suite. */
  buildsOf: ReadonlyMap<string, BuildsOfSuite>;
  /** Suite → differs where its builds differ. */
  digests: ReadonlyMap<string, string>;
}

/** Older builds are in no answer. */
export const mostBuilds = 5_000;

/**
 * @param before what it was when it was last read
 * @returns undefined for a repository without builds; `before` where its builds are the same
 */
export async function readCatalogue(
  reader: StoreReader,
  repository: string,
  before?: Catalogue,
): Promise<Catalogue | undefined> {
  const builds = await reader.listBuilds(repository, mostBuilds);
  if (builds.length === 0) return undefined;
  const bySuite = [...Map.groupBy(builds, ({ suite }) => suite)];
  const digests = new Map(bySuite.map(([suite, own]) => [suite, digest(JSON.stringify(own))]));
  // A store elsewhere takes long to list its spans, and new ones come with builds.
  if (before !== undefined && isDeepStrictEqual(before.digests, digests)) return before;
  const renamedOf = renamedOfBuilds(builds);
  const spans = joinRenamed(await reader.listSpans(repository), renamedOf);
  const meaningOf = openMeanings(builds);
  const measured = spans.filter(({ platform }) => platform !== importedPlatform);
  const platformsOf = Map.groupBy(measured, ({ suite }) => suite);
  const severalIn = new Set(
    [...platformsOf].filter(([, own]) => hasPlatforms({ series: own })).map(([suite]) => suite),
  );
  const ofCode = spans.filter(({ test }) => test !== machineSpan.test);
  const listed = ofCode.flatMap((span) =>
    orderMetrics(span.metrics).map((metric) => list(span, metric)),
  );
  return {
    ...{ repository, builds, order: orderCommits(builds), renamedOf },
    series: new Map(listed.map((one) => [one.name.id, one])),
    formerIds: new Map(listed.flatMap(listFormerIds)),
    machines: spans.filter(({ test }) => test === machineSpan.test),
    buildsOf: new Map(
      bySuite.map(([suite, own]) => [suite, new Map(own.map((build) => [build.runId, build]))]),
    ),
    digests,
  };

  function list(span: StoredSpan, metric: string): ListedSeries {
    const { annotations, platform, suite, test, span: name } = span;
    const identity = { test, span: name, annotations, platform, metric };
    const values = Object.entries(annotations).map(([key, value]) => `${key}=${value}`);
    return {
      span,
      name: {
        ...{ id: seriesId(suite, identity), suite, ...identity, ...meaningOf(suite, metric) },
        ...(severalIn.has(suite) && { isOneOfPlatforms: true }),
      },
      words: [suite, test, name, platform, namePlatform(platform), metric, ...values]
        .join(' ')
        .toLowerCase(),
    };
  }
}

function listFormerIds({ name, span: { former = [], suite } }: ListedSeries): [string, string][] {
  return former.map((one) => [seriesId(suite, { ...name, ...one }), name.id]);
}

/** Series times builds. */
const mostShort = 10_000;

/** No change can show yet, and all of it is worked out in a moment. */
export function isShort({ builds, order, series }: Catalogue): boolean {
  return order.commits.length < fewestLevels && builds.length * series.size < mostShort;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

type Meaning = Pick<SeriesName, 'unit' | 'direction'>;

/** The present meaning of a metric, by the newest build that has it. */
function openMeanings(builds: readonly StoredBuild[]): (suite: string, metric: string) => Meaning {
  const known = new Map<string, Meaning>();
  // A pull request's meaning of a metric does not count while the branch has one.
  const ofBranch = builds.filter(({ branchKind }) => branchKind !== 'pull-request');
  for (const { suite, metrics } of [...ofBranch, ...builds]) {
    for (const { name, unit, direction } of metrics) {
      const key = `${suite}\u0000${name}`;
      if (!known.has(key)) known.set(key, { unit, direction });
    }
  }
  return (suite, metric) => {
    const own = known.get(`${suite}\u0000${metric}`) ?? findMetric(metric);
    return { unit: own?.unit ?? 'count', direction: own?.direction ?? 'lower' };
  };
}
