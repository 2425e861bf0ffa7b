import { hasPlatforms } from '../../src/contract/compare-platforms.ts';
import type { Problem, Verdict } from '../../src/contract/documents.ts';
import type { ViewAccept, ViewFate, ViewJudgement } from '../../src/report/pull-request/view.ts';
import { type Accept, identifyAccepted } from '../../src/gate/accept.ts';
import type { JudgedSeries, Judgement } from '../../src/gate/gate-facts.ts';

/** A judgement as it is shown. @param problems beside those of the verdict */
export function viewJudgement(
  { attempts, brokenTests, series, unconfirmed, verdict }: Judgement,
  problems: readonly Problem[],
): ViewJudgement {
  return {
    ...{ verdict, brokenTests, attempts, problems },
    fates: new Map(series.map((one) => [one.key, viewFate(one)])),
    unconfirmed,
  };
}

export function viewFate({ accept, alarm, fate, outgrown, said }: JudgedSeries): ViewFate {
  return {
    ...{ fate, said },
    ...{ acceptId: accept?.id, outgrownAcceptId: outgrown?.id, alarm },
  };
}

/** @param verdict that says whether its build has several platforms */
export function viewAccept(
  { atMs, because, by, id, series, until }: Accept,
  verdict: Pick<Verdict, 'problems' | 'series'> | undefined,
): ViewAccept {
  const isOneOfSeveral = verdict !== undefined && hasPlatforms(verdict);
  return {
    ...{ id, by, because, until, at: new Date(atMs).toISOString() },
    series: series.map((one) => {
      const { change, metric, span, test } = one;
      const { annotations, platform } = identifyAccepted(one);
      return { test, span, annotations, metric, change, ...(isOneOfSeveral && { platform }) };
    }),
  };
}
