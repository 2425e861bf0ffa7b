/** Builds as a company has them: several repositories, some shards, attempts, faults. Seeded. */
import type { BuildKey, Profile, RunRecord, SpanProfile } from '../../src/contract/documents.ts';
import type { Random } from '../../src/stats/random.ts';
import { latency, makeProfile, makeRecord } from '../aggregate/make-record.ts';

export interface MadeBuild {
  key: BuildKey;
  /** Every attempt of every shard that left a record. */
  records: RunRecord[];
  /** Of which nobody ever hears. */
  lost: RunRecord[];
}

export interface BuildShape {
  repository: string;
  runId: string;
  shards: number;
  testsPerShard: number;
  repeats: number;
}

const cpu = { ...latency, name: 'cpu.total', source: 'proc-stat' };

/** One build, each test with two spans of two metrics on both sides; sometimes a second attempt. */
export function makeBuild(shape: BuildShape, random: Random): MadeBuild {
  const { repository, runId, shards } = shape;
  const key = { repository, suite: 'sync', runId };
  const records: RunRecord[] = [];
  for (let index = 0; index < shards; index++) {
    const attempts = random() < 0.2 ? 2 : 1;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      records.push(makeShardRecord(shape, index, attempt, random));
    }
  }
  return { key, records, lost: [] };
}

export function makeShardRecord(
  { runId, shards, testsPerShard, repeats }: BuildShape,
  index: number,
  attempt: number,
  random: Random,
): RunRecord {
  const names = Array.from({ length: testsPerShard }, (_, i) => `test ${index}.${i}`);
  const profiles: Profile[] = [];
  for (const test of names) {
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const side of ['before', 'after'] as const) {
        profiles.push(makeMeasurement(test, side, repeat, random));
      }
    }
  }
  const minute = String(Math.floor(random() * 60)).padStart(2, '0');
  return makeRecord(profiles, {
    id: `run-${runId}-${index}-${attempt}`,
    suite: 'sync',
    startedAt: `2026-11-21T06:${minute}:00Z`,
    finishedAt: '2026-11-21T07:10:00Z',
    shard: { index, total: shards, attempt },
    tests: names.map((name) => ({ name, tags: [] })),
  });
}

function makeMeasurement(
  test: string,
  side: 'before' | 'after',
  repeat: number,
  random: Random,
): Profile {
  const measure = (): number => Math.round(1e6 * (1 + 0.05 * random() + (random() < 0.1 ? 1 : 0)));
  const spans = ['work', 'flush'].map((span, i): SpanProfile => ({
    span,
    annotations: i === 0 ? {} : { files: 100 },
    occurrences: 1,
    values: { latency: measure(), 'cpu.total': measure() },
  }));
  return makeProfile(side, repeat, 1e6, { test, metrics: [latency, cpu], spans });
}
