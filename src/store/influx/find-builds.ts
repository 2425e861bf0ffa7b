import type { BuildKey } from '../../contract/documents.ts';
import type { StoredBuild } from '../series-point.ts';
import type { Connection } from './connect.ts';
import { isAnyOf, isEqual, quoteName, select } from './influxql.ts';
import { measurement } from './names.ts';
import { type Group, readText, runQueries } from './run-queries.ts';
import { encodeTag } from './tag-text.ts';

export type SuiteKey = Pick<BuildKey, 'repository' | 'suite'>;

/** As it was written last, whether or not all of its points were stored then. */
export interface KnownBuild {
  build: StoredBuild;
  /** As `shapeOfPoints` has it. */
  shape: string;
}

/** So that no query becomes longer than a server reads. */
const idsAtOnce = 50;

export function suiteConditions({ repository, suite }: SuiteKey): string[] {
  return [isEqual('repository', encodeTag(repository)), isEqual('suite', encodeTag(suite))];
}

/** The builds of one suite that fit the conditions, by their ids. */
export async function findBuilds(
  connection: Connection,
  suite: SuiteKey,
  conditions: readonly string[],
): Promise<Map<string, StoredBuild>> {
  const query = select(quoteName('facts'), measurement.builds, [
    ...suiteConditions(suite),
    ...conditions,
  ]);
  const [groups = []] = await runQueries(connection, [query]);
  return new Map(readBuilds(groups).map(({ build }) => [build.runId, build]));
}

/** The builds among these that the store has, in the given order. */
export async function findKnown(
  connection: Connection,
  keys: readonly BuildKey[],
  signal: AbortSignal,
): Promise<(KnownBuild | undefined)[]> {
  const suites = Map.groupBy(keys, ({ repository, suite }) => JSON.stringify([repository, suite]));
  const queries = [...suites.values()].flatMap((own) => {
    const queries = [];
    for (let start = 0; start < own.length; start += idsAtOnce) {
      const [first] = own;
      if (first === undefined) continue;
      const ids = own.slice(start, start + idsAtOnce).map(({ runId }) => encodeTag(runId));
      const conditions = [...suiteConditions(first), isAnyOf('id', ids)];
      queries.push(select('facts, shape', measurement.builds, conditions));
    }
    return queries;
  });
  const found = await runQueries(connection, queries, { signal });
  const known = new Map(found.flatMap(readBuilds).map((one) => [nameBuild(one.build), one]));
  return keys.map((key) => known.get(nameBuild(key)));
}

function nameBuild({ repository, suite, runId }: BuildKey): string {
  return JSON.stringify([repository, suite, runId]);
}

export function readBuilds(groups: readonly Group[]): KnownBuild[] {
  return groups.flatMap(({ rows }) => {
    return rows.map((row) => ({
      build: JSON.parse(readText(row, 'facts')) as StoredBuild,
      shape: readText(row, 'shape'),
    }));
  });
}
