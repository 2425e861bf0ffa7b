import { aggregateRecords } from '../aggregate/aggregate-records.ts';
import type {
  Aggregate,
  BuildKey,
  Problem,
  PublishedRun,
  RunRecord,
} from '../contract/documents.ts';
import { pointsOfBuild } from '../store/points-of-build.ts';
import type { BuildPoints, StoredBuild } from '../store/series-point.ts';
import { type CiFacts, describeFacts } from '../transport/ci/ci-facts.ts';
import { listOutliers } from '../verdict/list-outliers.ts';

export interface FoldedBuild {
  points: BuildPoints;
  shards: Aggregate['shards'];
}

export interface FoldRequest {
  key: BuildKey;
  /** From the API of the CI; without them the records are believed. */
  facts?: CiFacts;
  /** For a run of a laptop, which no CI knows. */
  published?: PublishedRun;
  /** Problems of the build that are known from elsewhere, such as artifacts that could not be read. */
  problems?: readonly Problem[];
}

/**
 * From the records of a build to what the store keeps of it. The same records in any order give the same.
 * @throws UserError when none of the records is of this build
 */
export function foldBuild(
  records: readonly RunRecord[],
  { key, facts, problems = [], published }: FoldRequest,
): FoldedBuild {
  const known = facts === undefined ? { repository: key.repository } : describeFacts(key, facts);
  const expected = {
    suite: key.suite,
    ...(facts === undefined ? {} : { after: facts.commit }),
  };
  const aggregate = aggregateRecords(records, known, expected);
  aggregate.problems.push(...problems);
  // That of the CI is the same for all attempts; records of later ones began later.
  const atMs = Date.parse(facts?.createdAt ?? aggregate.build.startedAt);
  const verdict = { series: listOutliers(aggregate) };
  const { build, points } = pointsOfBuild(aggregate, { key, atMs, verdict });
  return {
    points: { build: { ...build, ...describePublished(published) }, points },
    shards: aggregate.shards,
  };
}

/** Its branch stays of the kind `other`: what a laptop measured is no baseline of the gate. */
function describePublished(published: PublishedRun | undefined): Partial<StoredBuild> {
  if (published === undefined) return {};
  const { author, branch, committedAtMs, subject, ...local } = published;
  const place = { author, branch, committedAtMs, subject };
  const known = Object.entries(place).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), local };
}
