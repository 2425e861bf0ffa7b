import type {
  BuildEvent,
  BuildKey,
  Metric,
  Profile,
  RunRecord,
} from '../../src/contract/documents.ts';
import { builtInMetrics } from '../../src/contract/metrics.ts';
import type { Random } from '../../src/stats/random.ts';
import { makeProfile, makeRecord } from '../../test/aggregate/make-record.ts';
import { storeShard } from '../../test/service/store-shard.ts';

/** Of a build as a company has it: 2,000 points of ten metrics, in four shards. */
const shards = 4;
const testsPerShard = 25;
const spans = ['upload', 'verify'];
const repeats = 5;
const metrics: Metric[] = builtInMetrics.slice(0, 10).map(({ name, unit, direction, kind }) => ({
  ...{ name, unit, direction, kind },
  ...{ source: 'cgroup-stat', scope: 'tree', exactness: 'exact' },
}));

export const pointsOfBuild = shards * testsPerShard * spans.length * repeats * 2;

/** The records of one build of one of ten repositories. */
export function makeBuild(number: number, random: Random): { key: BuildKey; records: RunRecord[] } {
  const key = { repository: `acme/service-${number % 10}`, suite: 'sync', runId: `${number}` };
  const minute = new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString();
  const records = Array.from({ length: shards }, (_, index) =>
    makeRecord(makeProfiles(index, random), {
      id: `run-${number}-${index}`,
      suite: 'sync',
      startedAt: minute,
      finishedAt: minute,
      after: { commit: number.toString(16).padStart(40, '0'), label: 'change' },
      shard: { index, total: shards, attempt: 1 },
      tests: listTests(index).map((name) => ({ name, tags: [] })),
    }),
  );
  return { key, records };
}

/** Leaves its artifacts, and returns its events. */
export function storeBuild(root: string, number: number, random: Random): BuildEvent[] {
  const { key, records } = makeBuild(number, random);
  return records.map((record) => storeShard(root, key, record));
}

function listTests(shard: number): string[] {
  return Array.from(
    { length: testsPerShard },
    (_, i) => `sync ${shard * testsPerShard + i} folders`,
  );
}

function makeProfiles(shard: number, random: Random): Profile[] {
  const measure = (): number => Math.round(1e7 * (1 + 0.05 * random()));
  return listTests(shard).flatMap((test) =>
    Array.from({ length: repeats }, (_, repeat) =>
      (['before', 'after'] as const).map((side) =>
        makeProfile(side, repeat, measure(), {
          test,
          metrics,
          spans: spans.map((span) => ({
            span,
            annotations: { num_files: 10_000 },
            occurrences: 1,
            values: Object.fromEntries(metrics.map(({ name }) => [name, measure()])),
          })),
        }),
      ),
    ).flat(),
  );
}
