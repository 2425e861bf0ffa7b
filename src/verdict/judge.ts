import type { Aggregate, Metric, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { findMetric } from '../contract/metrics.ts';
import { isAlone } from '../contract/sides.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { conclude, countStates } from './conclude.ts';
import { judgeTests } from './judge-tests.ts';
import { explainSpans } from './patterns/explain-spans.ts';
import { chooseRate, planLooks } from './rule/budget.ts';
import { openDecisions } from './rule/decide.ts';
import { estimateSubject } from './rule/estimate-subject.ts';
import { fitMetrics } from './rule/fit-metrics.ts';
import { settle } from './rule/settle.ts';
import { listPresent, type Subject } from './rule/subject.ts';
import { reportDecision, reportSettled } from './series-verdict.ts';
import { sortWorstFirst } from './sort-worst-first.ts';
import type { RunContext } from './thresholds/match-rule.ts';
import { createResolver } from './thresholds/resolve-threshold.ts';
import { writeHeadline } from './words/write-headline.ts';

export interface JudgeOptions extends RunContext {
  /** The suite's rules, in the order of the file; the built-in ones stand behind them by themselves. */
  rules: readonly ThresholdRule[];
  /** YYYY-MM-DD (UTC); decides which mutes still hold. */
  today: string;
}

/** The verdict over everything measured so far. The same aggregate and options give the same verdict. */
export function judge(aggregate: Aggregate, options: JudgeOptions): Verdict {
  const looks = planLooks(aggregate);
  const { subjects, reports } = settleWithoutTest(aggregate, options);
  const { outliersPerFive } = aggregate.plan;
  const noises = fitMetrics(subjects, outliersPerFive);
  const estimates = subjects.map((one) => estimateSubject(one, noises, outliersPerFive));
  const decide = openDecisions(estimates, looks);
  for (const one of estimates) reports.push(reportDecision(decide(one), looks));

  const higherIsBetter = aggregate.metrics.filter(({ direction }) => direction === 'higher');
  const series = sortWorstFirst(reports, new Set(higherIsBetter.map(({ name }) => name)));
  const counts = countStates(series);
  const findings = judgeTests(aggregate.tests);
  const conclusion = conclude(aggregate, series, counts, findings);
  const tested = estimates.filter(({ subject }) => subject.threshold.action === 'block').length;
  return {
    schema: 'perigee/verdict',
    version: 1,
    build: aggregate.build,
    conclusion,
    headline: writeHeadline(conclusion, aggregate, series, counts, findings),
    counts,
    budget: { q: chooseRate(looks, tested), look: looks.look, looks: looks.looks, tested },
    ...(aggregate.shards.total > 1 ? { shards: aggregate.shards } : {}),
    hosts: aggregate.hosts,
    metrics: aggregate.metrics,
    series,
    spans: explainSpans(series),
    tests: aggregate.tests,
    problems: aggregate.problems,
  };
}

/** Reports on what needs no test; the subjects are those that do. */
function settleWithoutTest(
  aggregate: Aggregate,
  options: JudgeOptions,
): { subjects: Subject[]; reports: SeriesVerdict[] } {
  const metrics = indexMetrics(aggregate);
  const resolve = createResolver(options.rules, options, options.today);
  const subjects: Subject[] = [];
  const reports: SeriesVerdict[] = [];
  for (const series of aggregate.series) {
    const subject = {
      series,
      metric: metrics.get(series.metric) ?? assumeMetric(series.metric),
      threshold: resolve(series),
      before: listPresent(series.before),
      after: listPresent(series.after),
    };
    const answer = settle(subject, isAlone(aggregate.build));
    if (answer === undefined) subjects.push(subject);
    else reports.push(reportSettled(answer));
  }
  return { subjects, reports };
}

/** Shards may read a metric in different ways; the coarsest reading is the one to be careful with. */
function indexMetrics({ metrics }: Aggregate): Map<string, Metric> {
  const byName = new Map<string, Metric>();
  for (const metric of metrics) {
    const known = byName.get(metric.name);
    if (known === undefined || (metric.resolution ?? 0) > (known.resolution ?? 0)) {
      byName.set(metric.name, metric);
    }
  }
  return byName;
}

function assumeMetric(name: string): Metric {
  const { unit, direction, kind } = findMetric(name) ?? {
    unit: 'count',
    direction: 'lower',
    kind: 'gauge',
  };
  return {
    name,
    unit,
    direction,
    kind,
    source: 'unknown',
    scope: 'tree',
    exactness: 'lower-bound',
  };
}
