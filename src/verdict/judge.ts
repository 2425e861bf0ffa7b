import type { Aggregate, Verdict } from '../contract/documents.ts';
import { conclude, countStates } from './conclude.ts';
import { type JudgeOptions, settleWithoutTest } from './estimate-series.ts';
import { keepMovedWork } from './find-moved-work.ts';
import { judgeGroup } from './judge-group.ts';
import { judgeTests } from './judge-tests.ts';
import { watchMachine } from './machine/watch-machine.ts';
import { explainSpans } from './patterns/explain-spans.ts';
import { redShare } from './rule/plan-looks.ts';
import { reportSettled } from './series-verdict.ts';
import { sortWorstFirst } from './sort-worst-first.ts';
import { describeCauses } from './words/describe-cause.ts';
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
