/** Runs a simulated build as the product does: more pairs for tests with undecided blocking series only. */
import type { Aggregate, SeriesSamples, Verdict } from '../src/contract/documents.ts';
import type { ThresholdRule } from '../src/contract/suite.ts';
import { judge } from '../src/verdict/judge.ts';
import { listUndecidedTests } from '../src/verdict/list-undecided-tests.ts';
import { describeMetric, type Scenario } from './calibration-scenarios.ts';

export interface RunPlan {
  repeats: number;
  maxRepeats: number;
  rules?: readonly ThresholdRule[];
}

/** The verdict after every look; the last one is final. */
export function runBuild(
  drawn: readonly SeriesSamples[],
  scenario: Scenario,
  plan: RunPlan,
): Verdict[] {
  const tests = [...new Set(drawn.map(({ test }) => test))];
  const pairsOf = new Map(tests.map((test) => [test, plan.repeats]));
  const verdicts: Verdict[] = [];
  for (;;) {
    const verdict = judge(collect(drawn, scenario, plan, pairsOf), {
      rules: plan.rules ?? [],
      today: '2026-01-01',
      tagsOf: new Map(),
    });
    verdicts.push(verdict);
    const open = listUndecidedTests(verdict).filter(
      (test) => (pairsOf.get(test) ?? 0) < plan.maxRepeats,
    );
    if (open.length === 0) return verdicts;
    for (const test of open) {
      pairsOf.set(test, Math.min((pairsOf.get(test) ?? 0) + 5, plan.maxRepeats));
    }
  }
}

/** The verdict that holds after `pairs` repeats: earlier when everything was decided before. */
export function verdictBy(verdicts: readonly Verdict[], pairs: number, repeats: number): Verdict {
  const look = Math.floor((pairs - repeats) / 5);
  return verdicts[Math.min(look, verdicts.length - 1)] as Verdict;
}

function collect(
  drawn: readonly SeriesSamples[],
  scenario: Scenario,
  plan: RunPlan,
  pairsOf: ReadonlyMap<string, number>,
): Aggregate {
  const series = drawn.map((one) => ({
    ...one,
    before: one.before.slice(0, pairsOf.get(one.test)),
    after: one.after.slice(0, pairsOf.get(one.test)),
  }));
  const metrics = scenario.metrics.map((name) => describeMetric(name, scenario.step));
  const { builds } = scenario;
  const empty = emptyAggregate(plan);
  if (builds === undefined) return { ...empty, metrics, series };
  return { ...empty, plan: { ...empty.plan, builds }, metrics, series };
}

export function emptyAggregate({ repeats, maxRepeats }: RunPlan): Aggregate {
  const revision = { commit: '0'.repeat(40), label: 'simulated' };
  return {
    schema: 'perigee/aggregate',
    version: 1,
    build: {
      id: 'simulated',
      suite: 'simulated',
      before: revision,
      after: revision,
      startedAt: '2026-01-01T00:00:00Z',
    },
    shards: { total: 1, received: [0], missing: [] },
    plan: { repeats, maxRepeats, outliersPerFive: 1 },
    hosts: [],
    metrics: [],
    series: [],
    tests: [],
    problems: [],
  };
}
