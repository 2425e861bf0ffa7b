import { labelTest } from '../contract/platforms.ts';
import type { JudgedOutcome } from '../contract/gate.ts';
import { isOnlyTimeOpen } from '../contract/busy-machine.ts';
import type { Verdict } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import { isBroken } from './findings.ts';
import type { PatchCommand } from './patch-command.ts';
import type { PullRequestView, ViewLinks } from './pull-request/view.ts';

export interface VerdictOptions {
  links?: Partial<ViewLinks>;
  /** More that a reader has to know, e.g. that this job could not comment and why. Plain text. */
  notes?: readonly string[];
  /** How the person measures the same again. */
  patch?: PatchCommand | undefined;
}

/** A verdict that stands by itself, without a gate around it, as everything shows verdicts. */
export function viewVerdict(
  verdict: Verdict,
  { links = {}, notes = [], patch }: VerdictOptions = {},
): PullRequestView {
  const outcome = chooseOutcome(verdict);
  return {
    head: verdict.build.after.commit,
    suite: verdict.build.suite,
    isAlone: true,
    ...(patch !== undefined && { patch }),
    fork: false,
    state: {
      kind: 'judged',
      outcome,
      blocks: outcome === 'regressed',
      judgement: {
        verdict,
        fates: new Map(),
        brokenTests:
          verdict.conclusion === 'regressed' ? verdict.tests.filter(isBroken).map(labelTest) : [],
        attempts: 1,
        problems: [],
      },
    },
    links: { logs: verdict.build.links ?? {}, ...links },
    accepts: [],
    notes,
  };
}

function chooseOutcome({ build, conclusion, problems, series }: Verdict): JudgedOutcome {
  const isFresh = series.length > 0 && series.every(({ state }) => state === 'no-baseline');
  switch (conclusion) {
    case 'passed':
      return isFresh ? 'no-baseline' : 'passed';
    case 'regressed':
      return 'regressed';
    case 'incomplete':
    case 'nothing-measured':
      return 'incomplete';
    case 'undecided':
      if (isFresh && !isAlone(build)) return 'no-baseline';
      return isOnlyTimeOpen(series, problems) ? 'busy' : 'undecided';
  }
}
