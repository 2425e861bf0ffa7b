import type { Aggregate, Problem, Verdict } from '../contract/documents.ts';
import { conclude, countStates } from './conclude.ts';
import { estimateSeries, type JudgeOptions } from './estimate-series.ts';
import { keepMovedWork } from './find-moved-work.ts';
import { judgeTests } from './judge-tests.ts';
import { applyVeto } from './machine/apply-veto.ts';
import { watchMachine } from './machine/watch-machine.ts';
import { explainSpans } from './patterns/explain-spans.ts';
import { openDecisions } from './rule/decide.ts';
import { findUnsteady } from './rule/find-unsteady.ts';
import { redShare } from './rule/plan-looks.ts';
import { reportDecision, reportSettled } from './series-verdict.ts';
import { sortWorstFirst } from './sort-worst-first.ts';
import { describeCauses } from './words/describe-cause.ts';
import { describeUnsteady } from './words/describe-unsteady.ts';
import { explainCounts } from './words/describe-counts.ts';
import { writeHeadline } from './words/write-headline.ts';

export type { JudgeOptions } from './estimate-series.ts';

/** The verdict over everything measured so far. The same aggregate and options give the same verdict. */
export function judge(aggregate: Aggregate, options: JudgeOptions): Verdict {
  const machine = watchMachine(aggregate.canaries ?? []);
  const { settled, groups } = estimateSeries(aggregate, options, machine);
  const reports = settled.map(reportSettled);
  const problems: Problem[] = [];
  const causeOf = describeCauses(aggregate, options.trials);
  for (const { estimates, looks } of groups) {
    const decide = openDecisions(estimates, looks);
    const unsteady = findUnsteady(estimates);
    problems.push(...describeUnsteady(unsteady));
    for (const one of estimates) {
      const decision = applyVeto(decide(one), machine);
      reports.push(reportDecision(decision, causeOf, unsteady.get(one)));
    }
  }

  const moved = keepMovedWork(reports, aggregate);
  const higherIsBetter = aggregate.metrics.filter(({ direction }) => direction === 'higher');
  const told = explainCounts(moved.reports, aggregate.functions ?? []);
  const series = sortWorstFirst(told, new Set(higherIsBetter.map(({ name }) => name)));
  const counts = countStates(series);
  const findings = judgeTests(aggregate.tests, aggregate.build);
  const conclusion = conclude(aggregate, series, counts, findings);
  // What the change adds has looks of its own, and is no part of the family.
  const [{ estimates, looks, tested }] = groups;
  const reached = estimates.map((one) => one.looks.length);
  return {
    schema: 'perigee/verdict',
    version: 1,
    build: aggregate.build,
    conclusion,
    headline: writeHeadline(conclusion, aggregate, series, counts, findings),
    counts,
    budget: {
      q: redShare,
      look: reached.reduce((most, count) => Math.max(most, count), 1),
      looks: looks.length,
      tested,
    },
    ...(aggregate.shards.total > 1 ? { shards: aggregate.shards } : {}),
    hosts: aggregate.hosts,
    metrics: aggregate.metrics,
    series,
    ...(aggregate.spreads === undefined ? {} : { spreads: aggregate.spreads }),
    spans: explainSpans(series),
    tests: aggregate.tests,
    problems: [...aggregate.problems, ...moved.problems, ...machine.problems, ...problems],
  };
}
