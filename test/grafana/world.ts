import { machineSpan } from '../../src/contract/canaries.ts';
import type { Alert, AlertSeries } from '../../src/contract/alerts.ts';
import type { GateEntry } from '../../src/contract/documents.ts';
import type { ControlNight } from '../../src/contract/gate-record.ts';
import type { LevelMark, Marks } from '../../src/store/series-store.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../../src/store/series-point.ts';
import type { Rows } from './ask-influx.ts';
import type { TimeRange } from './interpolate.ts';

/** What the reader of a dashboard has chosen. */
export const choice = {
  ...{ repository: 'acme/shop', suite: 'web', test: 'search', span: 'whole test' },
  ...{ platform: ['linux-x64', 'linux-arm64'], metric: 'latency' },
  ...{ other: 'context_switches.involuntary', side: 'after', branch_kind: 'default' },
} as const;

export interface Point extends SeriesPoint {
  build: StoredBuild;
}

export interface World {
  builds: readonly StoredBuild[];
  points: readonly Point[];
  /** Those within the range. */
  judged: readonly GateEntry[];
  nights: readonly ControlNight[];
  changes: readonly ChangeAt[];
  levels: readonly LevelMark[];
  range: TimeRange;
  intervalMs: number;
}

/** A series that an alert is about, when the commit of the alert was first measured. */
export interface ChangeAt {
  atMs: number;
  alert: Alert;
  series: AlertSeries;
}

export function describeWorld(
  stored: readonly BuildPoints[],
  marks: Required<Marks>,
  range: TimeRange,
): World {
  const isWithin = (atMs: number): boolean => atMs >= range.fromMs && atMs < range.toMs;
  const changes = marks.alerts.flatMap((alert) => {
    const measured = stored.filter(({ build }) => {
      return build.commit === alert.commit && build.suite === alert.suite;
    });
    const atMs = Math.min(...measured.map(({ build }) => build.atMs));
    return alert.series.map((series) => ({ atMs, alert, series }));
  });
  const within = stored.filter(({ build: { atMs } }) => isWithin(atMs));
  return {
    judged: marks.judged.filter(({ at }) => isWithin(Date.parse(at))),
    nights: marks.nights.filter(({ at }) => isWithin(Date.parse(at))),
    changes: changes.filter(({ atMs }) => isWithin(atMs)),
    levels: marks.levels.filter(({ atMs }) => isWithin(atMs)),
    builds: within.map(({ build }) => build),
    points: within.flatMap(({ build, points }) => points.map((point) => ({ ...point, build }))),
    range,
    intervalMs: { '1h': 3_600_000, '1d': 86_400_000 }[range.interval] ?? 0,
  };
}

export type Answer = (world: World) => Rows[];
export type Cell = string | number | null;
export const dayMs = 86_400_000;
export const secondMs = 1_000;

export const isChosen = ({ build }: Point): boolean =>
  build.suite === choice.suite && build.branchKind === choice.branch_kind;
export const isOfCode = ({ test }: Point): boolean => test !== machineSpan.test;
export const isOfSpan = (point: Point): boolean =>
  isChosen(point) && point.test === choice.test && point.span === choice.span;
export const isAfter = ({ side }: Point): boolean => side === 'after';
export const isSetAside = ({ outliers }: Point): boolean => outliers.includes(choice.metric);
export const valueOf = (point: Point): number => point.values[choice.metric] ?? Number.NaN;

function tagsOf(point: Point): Record<string, string> {
  const { annotations, platform, repeat, side, span, test } = point;
  const own = Object.entries(annotations).map(([key, value]): [string, string] => [
    `annotation.${key}`,
    String(value),
  ]);
  const ofSuite: Record<string, string> = Object.fromEntries(own);
  return { ...ofSuite, platform, repeat: String(repeat), side, span, test };
}

/** Tags that a suite has in some series are there in all, as empty texts. */
export function group(
  all: readonly Point[],
  chosen: readonly Point[],
  names: readonly string[],
  rowsOf: (own: readonly Point[]) => readonly (readonly Cell[])[],
): Rows[] {
  const annotations = names.includes('annotations')
    ? new Set(all.flatMap((point) => Object.keys(tagsOf(point)).filter(isAnnotation)))
    : new Set<string>();
  const wanted = [...names.filter((name) => name !== 'annotations'), ...annotations];
  const keyOf = (point: Point): string => {
    const tags = tagsOf(point);
    return JSON.stringify(wanted.map((name): [string, string] => [name, tags[name] ?? '']));
  };
  return [...Map.groupBy(chosen, keyOf)].map(([key, own]) => ({
    tags: Object.fromEntries(JSON.parse(key) as [string, string][]),
    rows: rowsOf(own),
  }));
}

const isAnnotation = (tag: string): boolean => tag.startsWith('annotation.');

/** One row for each interval that has points. */
export function overTime<T extends { build: StoredBuild }>(
  points: readonly T[],
  bucketMs: number,
  cellsOf: (own: readonly T[]) => readonly Cell[],
): (readonly Cell[])[] {
  const buckets = Map.groupBy(points, ({ build }) => Math.floor(build.atMs / bucketMs) * bucketMs);
  return [...buckets].map(([start, own]) => [start, ...cellsOf(own)]);
}

export const raw = (points: readonly Point[], cellsOf: (point: Point) => readonly Cell[]) =>
  points.map((point) => [point.build.atMs, ...cellsOf(point)]);
