import type { DatabaseSync } from 'node:sqlite';
import { median } from 'simple-statistics';
import { annotationKey } from '../../contract/series-key.ts';
import { startOfDay } from '../retention.ts';
import type { SeriesDay } from '../series-point.ts';
import type { DayQuery } from '../series-store.ts';
import { encodeBranchKind, encodeSide } from './codes.ts';
import { unpackMetric } from './pack-repeats.ts';
import { readNames } from './read-rows.ts';

export type ReadDays = (query: DayQuery, count: number) => Promise<SeriesDay[]>;

type SampleColumns = {
  at_ms: number;
  repeats: Uint8Array;
  outliers: Uint8Array | null;
  names: string;
};

export function openReadDays(database: DatabaseSync): ReadDays {
  const findSpan = database.prepare(
    `SELECT id FROM spans WHERE repository = ? AND suite = ? AND test = ? AND span = ?
     AND platform = ? AND annotations = ?`,
  );
  const kept = database.prepare(
    `SELECT day_ms AS dayMs, median FROM days
     WHERE span = ? AND side = ? AND branch_kind = ? AND metric = ?
     ORDER BY day_ms DESC LIMIT ?`,
  );
  const newestFirst = database.prepare(
    `SELECT s.at_ms, s.repeats, s.outliers, m.names
     FROM samples s JOIN metric_sets m ON m.id = s.metric_set
     WHERE s.span = ? AND s.side = ? AND s.branch_kind = ? ORDER BY s.at_ms DESC`,
  );

  return async (query, count) => {
    const { repository, suite, test, span, platform, metric } = query;
    const annotations = annotationKey(query.annotations);
    const found = findSpan.get(repository, suite, test, span, platform, annotations);
    if (found === undefined) return [];
    const { id } = found as { id: number };
    const series = [id, encodeSide(query.side), encodeBranchKind(query.branchKind)] as const;
    const days = new Map(readLive(series, metric, count));
    for (const row of kept.all(...series, metric, count)) {
      const day = row as { dayMs: number; median: number };
      // The median that was kept is of the whole day, and what is left of it may be a late part.
      days.set(day.dayMs, day.median);
    }
    return [...days]
      .map(([dayMs, value]) => ({ dayMs, median: value }))
      .sort((a, b) => a.dayMs - b.dayMs)
      .slice(-count);
  };

  function readLive(
    series: readonly [number, number, number],
    metric: string,
    count: number,
  ): [number, number][] {
    const days = new Map<number, number[]>();
    for (const row of newestFirst.iterate(...series)) {
      const sample = row as SampleColumns;
      const dayMs = startOfDay(sample.at_ms);
      if (days.size >= count && !days.has(dayMs)) break;
      const found = unpackMetric({ ...sample, metrics: readNames(sample.names) }, metric);
      if (found.length === 0) continue;
      const own = days.get(dayMs) ?? [];
      days.set(dayMs, own);
      own.push(...found.map(({ value }) => value));
    }
    return [...days].map(([day, values]) => [day, median(values)]);
  }
}
