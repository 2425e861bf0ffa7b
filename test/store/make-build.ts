import type { Annotations, Side } from '../../src/contract/documents.ts';
import type {
  BuildPoints,
  SeriesPoint,
  SeriesValue,
  StoredBuild,
} from '../../src/store/series-point.ts';
import type { SeriesQuery, SeriesStore } from '../../src/store/series-store.ts';

/** 2026-10-20T12:00:00Z. */
export const noonMs = Date.UTC(2026, 9, 20, 12);
export const hourMs = 3_600_000;

export const never = new AbortController().signal;

/** A commit id that is told from others by its last digits. */
export function commitOf(number: number): string {
  return String(number).padStart(40, '0');
}

/** Build number n began n hours after noon and is of commit n. */
export function makeStoredBuild(number: number, facts: Partial<StoredBuild> = {}): StoredBuild {
  return {
    repository: 'acme/sync',
    suite: 'sync',
    runId: String(800 + number),
    atMs: noonMs + number * hourMs,
    branchKind: 'default',
    commit: commitOf(number),
    baseline: commitOf(number - 1),
    committedAtMs: noonMs + number * hourMs - 60_000,
    isComplete: true,
    metrics: [
      { name: 'latency', unit: 'ns', direction: 'lower', kind: 'duration' },
      { name: 'cpu.user', unit: 'ns', direction: 'lower', kind: 'duration' },
    ],
    ...facts,
  };
}

export function makePoint(fields: Partial<SeriesPoint> = {}): SeriesPoint {
  return {
    test: 'upload',
    span: 'whole test',
    annotations: {},
    platform: 'linux-x64',
    side: 'after',
    repeat: 0,
    values: { latency: 5, 'cpu.user': 2.5 },
    outliers: [],
    ...fields,
  };
}

/** Latencies 1000 n + 10 r before and 1 more after, of `repeats` repeats. */
export function makeBuild(
  number: number,
  {
    repeats = 3,
    annotations = {},
    ...facts
  }: Partial<StoredBuild> & {
    repeats?: number;
    annotations?: Annotations;
  } = {},
): BuildPoints {
  const sides: readonly Side[] = ['before', 'after'];
  const points = sides.flatMap((side, more) =>
    Array.from({ length: repeats }, (_, repeat) => {
      const latency = 1000 * number + 10 * repeat + more;
      return makePoint({ side, repeat, annotations, values: { latency, 'cpu.user': latency / 2 } });
    }),
  );
  return { build: makeStoredBuild(number, facts), points };
}

export function makeQuery(fields: Partial<SeriesQuery> = {}): SeriesQuery {
  return {
    repository: 'acme/sync',
    suite: 'sync',
    test: 'upload',
    span: 'whole test',
    annotations: {},
    platform: 'linux-x64',
    metric: 'latency',
    ...fields,
  };
}

export function numbersOf(values: readonly SeriesValue[]): number[] {
  return values.map(({ value }) => value);
}

/** Writes builds of which nothing is refused. */
export async function writeAll(store: SeriesStore, ...builds: BuildPoints[]): Promise<number> {
  const { written, refused } = await store.write(builds, never);
  if (refused.length > 0) throw new Error(`refused: ${refused[0]?.reason}`);
  return written;
}
