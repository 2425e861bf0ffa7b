/** Runs a simulated build as the product does: five pairs of each test, then those that a time buys, hints first. */
import type { Aggregate, SeriesSamples, Verdict } from '../src/contract/documents.ts';
import type { ThresholdRule } from '../src/contract/suite.ts';
import { judge } from '../src/verdict/judge.ts';
import { listHints } from '../src/verdict/list-hints.ts';
import { describeMetric, mostPairs, type Scenario } from './calibration-scenarios.ts';

export interface RunPlan {
  repeats: number;
  /** Pairs that the time buys for each test on average. */
  pairs: number;
  rules?: readonly ThresholdRule[];
  /** The name of a test that perigee.yml before the change does not plan. */
  added?: string;
}

const pairsPerRound = 5;
const pairsOfHint = 10;

/** The verdict at the end of the time, and how many pairs were run. */
export function runBuild(
  drawn: readonly SeriesSamples[],
  scenario: Scenario,
  plan: RunPlan,
): Verdict {
  const tests = [...new Set(drawn.map(({ test }) => test))];
  const pairsOf = new Map(tests.map((test) => [test, plan.repeats]));
  let left = (plan.pairs - plan.repeats) * tests.length;
  for (;;) {
    const verdict = judge(collect(drawn, scenario, plan, pairsOf), {
      rules: plan.rules ?? [],
      today: '2026-01-01',
      tagsOf: new Map(),
    });
    const able = tests.filter((test) => (pairsOf.get(test) ?? 0) < mostPairs);
    const hinted = listHints(verdict).filter((test) => able.includes(test));
    const fewest = Math.min(...able.map((test) => pairsOf.get(test) ?? 0));
    const even = able.filter((test) => pairsOf.get(test) === fewest);
    const round = chooseRound(hinted, even, pairsOf, left);
    if (round.length === 0) return verdict;
    for (const [test, more] of round) {
      pairsOf.set(test, (pairsOf.get(test) ?? 0) + more);
      left -= more;
    }
  }
}

/** Time cuts no test with a hint below ten pairs. */
function chooseRound(
  hinted: readonly string[],
  even: readonly string[],
  pairsOf: ReadonlyMap<string, number>,
  left: number,
): [test: string, pairs: number][] {
  const young = hinted.filter((test) => (pairsOf.get(test) ?? 0) < pairsOfHint);
  const chosen = left > 0 && hinted.length > 0 ? hinted : young;
  if (chosen.length > 0) return chosen.map((test) => [test, pairsPerRound]);
  const each = Math.min(pairsPerRound, Math.floor(left / even.length));
  return each < 1 ? [] : even.map((test) => [test, each]);
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
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const tests =
    plan.added === undefined
      ? []
      : [{ name: plan.added, before: passed, after: passed, isNew: true }];
  const empty = { ...emptyAggregate(plan), tests };
  if (builds === undefined) return { ...empty, metrics, series };
  return { ...empty, plan: { ...empty.plan, builds }, metrics, series };
}

export function emptyAggregate({ repeats }: Pick<RunPlan, 'repeats'>): Aggregate {
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
    plan: { repeats, maxRepeats: 100, outliersPerFive: 1 },
    hosts: [],
    metrics: [],
    series: [],
    tests: [],
    problems: [],
  };
}

/** A bound of a share that holds with 95%, by Wilson's formula. @param sign 1 for the upper one, -1 for the lower */
export function boundOf(hits: number, trials: number, sign: 1 | -1): number {
  const z = 1.6449;
  const p = hits / trials;
  const centre = p + (z * z) / (2 * trials);
  const reach = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  return (centre + sign * reach) / (1 + (z * z) / trials);
}
