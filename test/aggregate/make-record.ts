import type { Host, Metric, Profile, RunRecord, Side } from '../../src/contract/documents.ts';

export const latency: Metric = {
  name: 'latency',
  unit: 'ns',
  direction: 'lower',
  kind: 'duration',
  source: 'sdk-clock',
  scope: 'process',
  exactness: 'exact',
};

export const host: Host = {
  platform: 'linux-x64',
  fingerprint: 'c'.repeat(64),
  cpu: { model: 'Example', cores: 2 },
  kernel: '6.0',
  memoryBytes: 1,
};

/** One passed execution with a span `work` of this latency. */
export function makeProfile(
  side: Side,
  repeat: number,
  value: number,
  more: Partial<Profile> = {},
): Profile {
  return {
    schema: 'perigee/profile',
    version: 1,
    test: 'upload',
    side,
    repeat,
    order: side === 'before' ? 0 : 1,
    startedAt: '2026-11-21T06:00:00Z',
    durationNs: value,
    outcome: { status: 'passed' },
    metrics: [latency],
    spans: [{ span: 'work', annotations: {}, occurrences: 1, values: { latency: value } }],
    problems: [],
    ...more,
  };
}

export function makeRecord(profiles: Profile[], more: Partial<RunRecord> = {}): RunRecord {
  return {
    schema: 'perigee/run-record',
    version: 1,
    id: 'run-1',
    suite: 'suite',
    startedAt: '2026-11-21T06:00:00Z',
    finishedAt: '2026-11-21T06:10:00Z',
    status: 'complete',
    shard: { index: 0, total: 1, attempt: 1 },
    before: { commit: 'a'.repeat(40), label: 'main' },
    after: { commit: 'b'.repeat(40), label: 'faster' },
    host,
    plan: {
      digest: 'd'.repeat(64),
      seed: 1,
      repeats: 5,
      maxRepeats: 5,
      outliersPerFive: 1,
      warmup: 1,
    },
    tests: [{ name: 'upload', tags: [] }],
    profiles,
    problems: [],
    ...more,
  };
}
