import type { Aggregate, SeriesVerdict } from '../contract/documents.ts';
import { applyVeto } from './machine/apply-veto.ts';
import type { Machine } from './machine/watch-machine.ts';
import { openDecisions } from './rule/decide.ts';
import { type Estimate, estimate } from './rule/estimate.ts';
import { watchSpreads } from './rule/find-unsteady.ts';
import { planLooks } from './rule/plan-looks.ts';
import type { Subject } from './rule/subject.ts';
import { reportDecision } from './series-verdict.ts';
import type { DescribeCause } from './words/describe-cause.ts';

/** Series that share what may be spent on false alarms: those that the suite has before the change, or new ones. */
export interface JudgedGroup {
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
export function judgeGroup(
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
