import { median } from 'simple-statistics';
import { machineSpan } from '../contract/canaries.ts';
import type {
  Aggregate,
  BuildKey,
  SeriesSamples,
  Side,
  CanarySamples,
  Host,
} from '../contract/documents.ts';
import { openSpanKeys, type SeriesIdentity, spanKey } from '../contract/series-key.ts';
import { sidesOf } from '../contract/sides.ts';
import type {
  BuildPoints,
  SeriesPoint,
  StoredBuild,
  MetricMeaning,
  StoredMachine,
} from './series-point.ts';

export interface BuildIdentity {
  /** The CI's name of the build; the aggregate knows only its own id. */
  key: BuildKey;
  /**
   * When the build began, in milliseconds since 1970. It has to be the same each time that the build is
   * written: the time that the CI gives for its run.
   */
  atMs: number;
  /** Says which values did not count; without it none is marked. */
  verdict?: { series: readonly RejectedRepeats[] };
}

type RejectedRepeats = SeriesIdentity & Record<Side, { rejected: readonly number[] }>;

/**
 * A build's points in a store: one for each repeat of each span on each side, with all metrics that have a value there.
 * The same aggregate gives the same points in the same order: those of one span follow each other and share its names.
 */
export function pointsOfBuild(aggregate: Aggregate, identity: BuildIdentity): BuildPoints {
  const rejected = indexRejected(identity.verdict?.series ?? []);
  const spans = new Map<string, SpanPoints>();
  const keyOf = openSpanKeys();
  const sides = sidesOf(aggregate.build);
  for (const series of aggregate.series) {
    const key = keyOf(series);
    let span = spans.get(key);
    if (span === undefined) spans.set(key, (span = { before: [], after: [] }));
    const outliers = rejected.get(key)?.get(series.metric);
    for (const side of sides) enterSide(span, series, side, outliers?.[side].rejected ?? none);
  }
  const points = [...spans.values()].flatMap(({ before, after }) => [...before, ...after]);
  const machine = pointsOfMachines(aggregate);
  const build = describeBuild(aggregate, identity);
  const { machines } = machine;
  return {
    build: {
      ...build,
      metrics: [...build.metrics, ...machine.metrics],
      ...(machines.length === 0 ? {} : { machines }),
    },
    points: [...points.filter((point) => point !== undefined), ...machine.points],
  };
}

/** By repeat; undefined where none of the metrics has a value. */
type SpanPoints = Record<Side, (SeriesPoint | undefined)[]>;

const none: readonly never[] = [];

function enterSide(
  span: SpanPoints,
  series: SeriesSamples,
  side: Side,
  rejected: readonly number[],
): void {
  const { test, span: name, annotations, platform, metric, occurrences } = series;
  // The history of a span is that of one occurrence, whatever this build compares.
  const times = occurrences?.summed === true ? occurrences[side] : 1;
  const points = span[side];
  for (const [repeat, value] of series[side].entries()) {
    let point = points[repeat];
    if (point === undefined && value !== null) {
      const identity = { test, span: name, annotations, platform };
      point = { ...identity, side, repeat, values: {}, outliers: none };
    }
    points[repeat] = point;
    if (point === undefined || value === null) continue;
    point.values[metric] = value / times;
    if (rejected.includes(repeat)) point.outliers = [...point.outliers, metric];
  }
}

/** Span → metric → which repeats. */
function indexRejected(
  series: readonly RejectedRepeats[],
): Map<string, Map<string, RejectedRepeats>> {
  const bySpan = Map.groupBy(series, spanKey);
  return new Map(
    [...bySpan].map(([key, own]) => [key, new Map(own.map((one) => [one.metric, one]))]),
  );
}

function describeBuild(
  { build, shards, metrics, plan }: Aggregate,
  identity: BuildIdentity,
): StoredBuild {
  const { branch, parents, author, subject, pullRequest, committedAt, links } = build;
  const durationMs = Date.parse(build.finishedAt ?? '') - Date.parse(build.startedAt);
  const { repository, suite, runId } = identity.key;
  return {
    repository,
    suite,
    runId,
    atMs: Math.floor(identity.atMs),
    branchKind: build.branchKind ?? 'other',
    commit: build.after.commit,
    baseline: build.before.commit,
    branch,
    parents,
    author,
    ...(subject === undefined ? {} : { subject }),
    ...(durationMs >= 0 ? { durationMs } : {}),
    pullRequest,
    ...(committedAt === undefined ? {} : { committedAtMs: Date.parse(committedAt) }),
    links,
    isComplete: shards.missing.length === 0,
    ...(plan.builds === undefined ? {} : { builds: plan.builds }),
    ...(plan.outliersPerFive === 0 ? { everyRunCounts: true } : {}),
    ...(plan.renamed && { renamed: plan.renamed }),
    metrics: metrics.map(({ name, unit, direction, kind }) => ({ name, unit, direction, kind })),
  };
}

/** A build's readings of the machines that measured it: a series of each kind of machine, not of the code. */
interface MachinePoints {
  points: SeriesPoint[];
  metrics: MetricMeaning[];
  machines: StoredMachine[];
}

/**
 * One point for each shard: of each canary the median of all its readings, on both sides. The series is that of the
 * processor and its number of CPUs; kernel, microcode and image stand beside the build.
 */
function pointsOfMachines({ canaries = [], hosts }: Aggregate): MachinePoints {
  const byFingerprint = new Map(hosts.map((host) => [host.fingerprint, host]));
  const points: SeriesPoint[] = [];
  const machines = new Map<string, StoredMachine>();
  for (const [shard, own] of Map.groupBy(canaries, (one) => one.shard)) {
    const host = byFingerprint.get(own[0]?.host ?? '');
    if (host === undefined) continue;
    machines.set(host.fingerprint, describeMachine(host));
    const { cpu, platform } = host;
    points.push({
      ...{ test: machineSpan.test, span: machineSpan.span, platform },
      annotations: { cpu: cpu.model, cores: cpu.cores },
      ...{ side: 'after', repeat: shard, values: medians(own), outliers: [] },
    });
  }
  const names = new Set(points.flatMap(({ values }) => Object.keys(values)));
  const meaning = { unit: 'ns', direction: 'lower', kind: 'duration' } as const;
  return {
    points,
    metrics: [...names].map((name) => ({ name, ...meaning })),
    machines: [...machines.values()],
  };
}

function medians(samples: readonly CanarySamples[]): Record<string, number> {
  const byCanary = Map.groupBy(samples, ({ canary }) => canary);
  const values: Record<string, number> = {};
  for (const [canary, own] of byCanary) {
    const read = own.flatMap(({ after, before }) => [...before, ...after]);
    const present = read.filter((value) => value !== null);
    if (present.length > 0) values[canary] = median(present);
  }
  return values;
}

function describeMachine({ cpu, image, kernel, node, toolchain }: Host): StoredMachine {
  return {
    ...{ cpu: cpu.model, cores: cpu.cores, kernel },
    microcode: cpu.microcode,
    ...(node === undefined ? {} : { node }),
    ...(toolchain === undefined ? {} : { toolchain }),
    image,
  };
}
