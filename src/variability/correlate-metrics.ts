import { correlate } from '../stats/correlate.ts';
import type { SpanRuns } from './fold-rounds.ts';
import { listReaders, pairUp, programPrefix } from './rank-causes.ts';

/** How everything that was seen of the runs of a span goes together. */
export interface CorrelationMatrix {
  test: string;
  span: string;
  annotations: SpanRuns['annotations'];
  /** In the order of rows and columns; latency first. */
  names: string[];
  /** Correlations of ranks, −1 to 1; null where too few runs have both. */
  spearman: (number | null)[][];
}

/** A larger table is hard to read; other programs are many, and most of them do nothing. */
const mostNames = 24;

/** @returns nothing where fewer than two things change from run to run */
export function correlateMetrics({ runs, ...span }: SpanRuns): CorrelationMatrix[] {
  const changing = [...listReaders(runs)].filter(([name, read]) => {
    const values = runs.flatMap((run) => read(run) ?? []);
    return !name.startsWith(programPrefix) && values.some((one) => one !== values[0]);
  });
  const latencyFirst = changing.sort(
    ([a], [b]) => Number(b === 'latency') - Number(a === 'latency'),
  );
  const shown = latencyFirst.slice(0, mostNames);
  if (shown.length < 2) return [];
  const names = shown.map(([name]) => name);
  const spearman = shown.map(([, row]) =>
    shown.map(([, column]) => correlate(...pairUp(runs, [row, column]))?.spearman ?? null),
  );
  return [{ ...span, names, spearman }];
}
