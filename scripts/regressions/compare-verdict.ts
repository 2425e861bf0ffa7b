/** A verdict against what a scenario expects of it. Pure. */
import type { Verdict } from '../../src/contract/documents.ts';
import type { Expectation, Scenario } from './scenarios.ts';

type Series = Verdict['series'][number];

export interface Comparison {
  /** What had to turn red and did: `upload: latency`. */
  found: string[];
  missing: string[];
  /** What should have improved and did. */
  improved: string[];
  /** Blocking reds, and tests that fail after only, that nothing led to expect. */
  otherReds: string[];
  /** The same for series that only warn. */
  otherWarnings: string[];
  undecided: number;
  /** Repeats a side of the expected series; without any, the most of all series. */
  pairs: number;
}

export function compareVerdict(scenario: Scenario, verdict: Verdict): Comparison {
  const wanted = scenario.regresses.flatMap((expected) => findSeries(verdict, expected));
  const isRed = ({ series }: Wanted): boolean => series?.state === 'regressed';
  const failing = listFailing(verdict);
  const others = verdict.series.filter(
    (series) => series.state === 'regressed' && !wanted.some((one) => one.series === series),
  );
  const counted = wanted.flatMap(({ series }) => (series === undefined ? [] : [series]));
  return {
    found: [...names(wanted.filter(isRed)), ...scenario.failing.filter((t) => failing.has(t))],
    missing: [
      ...names(wanted.filter((one) => !isRed(one))),
      ...scenario.failing.filter((test) => !failing.has(test)),
    ],
    improved: names(
      scenario.improves
        .flatMap((expected) => findSeries(verdict, expected))
        .filter(({ series }) => series?.state === 'improved'),
    ),
    otherReds: [
      ...others.filter(({ blocking }) => blocking).map(describe),
      ...[...failing].filter((test) => !scenario.failing.includes(test)),
    ],
    otherWarnings: others.filter(({ blocking }) => !blocking).map(describe),
    undecided: verdict.counts.undecided,
    pairs: countPairs(counted.length > 0 ? counted : verdict.series),
  };
}

interface Wanted {
  name: string;
  series: Series | undefined;
}

function findSeries(verdict: Verdict, { test, span, metrics }: Expectation): Wanted[] {
  return metrics.map((metric) => ({
    name: `${span}: ${metric}`,
    series: verdict.series.find(
      (series) => series.test === test && series.span === span && series.metric === metric,
    ),
  }));
}

function listFailing({ tests }: Verdict): Set<string> {
  const failing = tests.filter(
    ({ before, after }) =>
      before.passed > 0 && before.failed + before.timedOut < after.failed + after.timedOut,
  );
  return new Set(failing.map(({ name }) => name));
}

function names(wanted: readonly Wanted[]): string[] {
  return wanted.map(({ name }) => name);
}

function describe({ test, span, metric, evidence }: Series): string {
  const change = evidence.change === undefined ? '' : ` ${(100 * evidence.change).toFixed(0)}%`;
  return `${test} / ${span}: ${metric}${change}`;
}

function countPairs(series: readonly Series[]): number {
  return Math.max(0, ...series.map(({ after }) => after.values.length));
}
