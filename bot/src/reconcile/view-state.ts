import { defaultGate } from '../../../src/contract/gate.ts';
import type { ViewState } from '../../../src/report/pull-request/view.ts';
import type { Look } from './look.ts';
import { viewJudgement } from '../view-judgement.ts';

/** @returns undefined for a state without a check and comment */
export function viewState({ configuration, decision, facts }: Look): ViewState | undefined {
  const { check, state } = decision;
  const blocks = check.status === 'completed' && !passing.has(check.conclusion);
  const { pipeline, workflow } = configuration.gate ?? defaultGate;
  const measuredBy = pipeline === undefined ? { workflow } : { pipeline };
  switch (state.kind) {
    case 'not-set-up':
    case 'left-alone':
      return undefined;
    case 'configuration-invalid':
      return { kind: state.kind, error: state.error, mends: state.mends, blocks };
    case 'not-relevant':
      return { kind: state.kind };
    case 'untouched':
      return { kind: state.kind, tests: state.tests };
    case 'waiting': {
      const { awaitsApproval, kind } = state;
      return { kind, measuredBy, awaitsApproval, ...tellObstacle(state) };
    }
    case 'no-run': {
      const { awaitsApproval, kind, waitedMs } = state;
      return { kind, waitedMs, measuredBy, blocks, awaitsApproval, ...tellObstacle(state) };
    }
    case 'measuring':
      return { kind: state.kind, attempt: state.run.attempt };
    case 'run-failed': {
      const { refusals, run } = state;
      return { kind: state.kind, conclusion: run.conclusion ?? run.status, refusals, blocks };
    }
    case 'confirming':
      return { kind: state.kind, judgement: viewJudgement(state.judgement, problems(facts)) };
    case 'judged': {
      const isSecondMissing =
        state.judgement.unconfirmed !== undefined && facts.confirmation?.kind === 'requested';
      const judgement = {
        ...viewJudgement(state.judgement, problems(facts)),
        ...(isSecondMissing ? { secondIsMissing: true } : {}),
      };
      return { kind: state.kind, outcome: state.outcome, blocks, judgement };
    }
  }
}

function tellObstacle({ obstacle }: { obstacle?: string }): { obstacle?: string } {
  return obstacle === undefined ? {} : { obstacle };
}

/** GitHub's words for what lets a merge pass. */
const passing: ReadonlySet<string> = new Set(['success', 'neutral', 'skipped']);

/** An unused artifact is reported beside a verdict from the others. */
function problems({ refusals }: Look['facts']) {
  return refusals.map((message) => ({ code: 'artifact-refused', message: message.slice(0, 2000) }));
}
