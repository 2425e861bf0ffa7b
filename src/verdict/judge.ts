import type { Aggregate, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { conclude, countStates } from './conclude.ts';
import { type JudgeOptions, settleWithoutTest } from './estimate-series.ts';
import { keepMovedWork } from './find-moved-work.ts';
import { judgeTests } from './judge-tests.ts';
import { applyVeto } from './machine/apply-veto.ts';
import { type Machine, watchMachine } from './machine/watch-machine.ts';
import { explainSpans } from './patterns/explain-spans.ts';
import { openDecisions } from './rule/decide.ts';
import { type Estimate, estimate } from './rule/estimate.ts';
import { watchSpreads } from './rule/find-unsteady.ts';
import { planLooks, redShare } from './rule/plan-looks.ts';
import type { Subject } from './rule/subject.ts';
import { reportDecision, reportSettled } from './series-verdict.ts';
import { sortWorstFirst } from './sort-worst-first.ts';
import { type DescribeCause, describeCauses } from './words/describe-cause.ts';
import { describeUnsteady } from './words/describe-unsteady.ts';
import { explainCounts } from './words/describe-counts.ts';
import { writeHeadline } from './words/write-headline.ts';

export type { JudgeOptions } from './estimate-series.ts';

/** The verdict over everything measured so far. The same aggregate and options give the same verdict. */
export function judge(aggregate: Aggregate, options: JudgeOptions): Verdict {
  const machine = watchMachine(aggregate);
  const { settled, subjects } = settleWithoutTest(aggregate, options, machine);
  const around = { causeOf: describeCauses(aggregate, options.trials), machine };
  // Additions of the change have looks of their own, and are no part of the family.
  const judgeThose = (isNew: boolean) => {
    const members = subjects.filter((one) => one.isNew === isNew);
    return judgeGroup(members, aggregate.plan, around);
  };
  const [known, added] = [judgeThose(false), judgeThose(true)];
  const reports = [...settled.map(reportSettled), ...known.reports, ...added.reports];
  const problems = [known, added].flatMap(({ unsteady }) => describeUnsteady(unsteady));

  const moved = keepMovedWork(reports, aggregate);
  const higherIsBetter = aggregate.metrics.filter(({ direction }) => direction === 'higher');
  const told = explainCounts(moved.reports, aggregate.functions ?? []);
  const series = sortWorstFirst(told, new Set(higherIsBetter.map(({ name }) => name)));
  const counts = countStates(series);
  const findings = judgeTests(aggregate.tests, aggregate.build);
  const conclusion = conclude(aggregate, series, counts, findings);
  return {
    schema: 'perigee/verdict',
    version: 1,
    build: aggregate.build,
    conclusion,
    headline: writeHeadline(conclusion, aggregate, series, counts, findings),
    counts,
    budget: {
      q: redShare,
      look: known.look,
      looks: known.looks,
      tested: known.tested,
    },
    ...(aggregate.shards.total > 1 ? { shards: aggregate.shards } : {}),
    hosts: aggregate.hosts,
    metrics: aggregate.metrics,
    series,
    ...(aggregate.spreads === undefined ? {} : { spreads: aggregate.spreads }),
    spans: explainSpans(series),
    ...(aggregate.explanations === undefined ? {} : { explanations: aggregate.explanations }),
    tests: aggregate.tests,
    problems: [...aggregate.problems, ...moved.problems, ...machine.problems, ...problems],
  };
}

/** Series that share what may be spent on false alarms: those that the suite has before the change, or new ones. */
interface JudgedGroup {
  reports: SeriesVerdict[];
  /** How many times as much the runs vary of those that became unsteady. */
  unsteady: Map<Estimate, number>;
  /** How many looks the plan allows, and how many the series with most pairs has reached. */
  looks: number;
  look: number;
  /** How many of them block. */
  tested: number;
}

/**
 * Measures each series once. Nearly all of them are far from every limit: they are reported at once, and nothing of
 * them is kept, since a build may have a million.
 */
function judgeGroup(
  subjects: readonly Subject[],
  { builds = 1, ...plan }: Aggregate['plan'],
  { causeOf, machine }: { causeOf: DescribeCause; machine: Machine },
): JudgedGroup {
  const tested = subjects.filter(({ threshold }) => threshold.action === 'block').length;
  const looks = planLooks(plan, tested);
  const decisions = openDecisions(looks, { blocking: tested, warning: subjects.length - tested });
  const spreads = watchSpreads(tested);
  const open: Estimate[] = [];
  const reports: SeriesVerdict[] = [];
  let look = 1;
  for (const subject of subjects) {
    const one = estimate(subject, { builds, looks, outliersPerFive: plan.outliersPerFive });
    look = Math.max(look, one.looks.length);
    const decision = decisions.enter(one);
    const mayBeUnsteady = spreads.enter(one);
    if (decision === undefined || mayBeUnsteady) open.push(one);
    else reports.push(reportDecision(applyVeto(decision, machine), causeOf));
  }
  const unsteady = spreads.listUnsteady();
  for (const one of open) {
    const decision = applyVeto(decisions.decide(one), machine);
    reports.push(reportDecision(decision, causeOf, unsteady.get(one)));
  }
  return { reports, unsteady, looks: looks.length, look, tested };
}
