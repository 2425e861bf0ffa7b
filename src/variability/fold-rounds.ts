import type {
  Annotations,
  HostLoad,
  MetricValues,
  Profile,
  RunRecord,
} from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { spanKey } from '../contract/series-key.ts';

/** One span of one test, in all runs. */
export interface SpanRuns {
  test: string;
  span: string;
  annotations: Annotations;
  runs: SpanRun[];
}

export interface SpanRun {
  /** From 0. */
  round: number;
  /** Which execution of its test it is, counted from 0 over all rounds. */
  place: number;
  values: MetricValues;
  hostLoad: HostLoad;
  /**
   * Other programs of the machine, by name: how much of a CPU they used. Not their CPU time, which grows with the
   * duration of the run by itself. Absent if they were not watched.
   */
  neighbours?: ReadonlyMap<string, number>;
}

/**
 * The values of identical code, span by span, in the order of the suite.
 * @param records one for each round, of one commit; both sides count, since they are the same
 */
export function foldRounds(records: readonly RunRecord[]): SpanRuns[] {
  const spans = new Map<string, SpanRuns>();
  const places = new Map<string, number>();
  for (const [round, { profiles }] of records.entries()) {
    for (const profile of profiles) {
      const { test, outcome, spans: measured, hostLoad = {} } = profile;
      const place = places.get(test) ?? 0;
      places.set(test, place + 1);
      const beside = foldNeighbours(profile);
      for (const { span, annotations, values } of measured) {
        if (outcome.status !== 'passed' && span === wholeTestSpan) continue;
        const key = spanKey({ test, span, annotations, platform: '' });
        const known = spans.get(key) ?? { test, span, annotations, runs: [] };
        spans.set(key, known);
        known.runs.push({ round, place, values, hostLoad, ...beside });
      }
    }
  }
  const order = new Map(records.flatMap(({ tests }) => tests).map(({ name }, at) => [name, at]));
  const at = (test: string): number => order.get(test) ?? order.size;
  return [...spans.values()].sort((a, b) => at(a.test) - at(b.test));
}

function foldNeighbours({ durationNs, neighbours }: Profile): Pick<SpanRun, 'neighbours'> {
  if (neighbours === undefined || durationNs === 0) return {};
  return { neighbours: new Map(neighbours.map(({ name, cpuNs }) => [name, cpuNs / durationNs])) };
}
