import type { GateSettings } from '../contract/gate.ts';
import type { Decision, GateFacts, GateState, JudgedOutcome } from './gate-facts.ts';

type Check = Decision['check'];

export interface MergeRules {
  kind: GateFacts['kind'];
  gate: GateSettings;
  /** Whether the configuration stands on the base branch; one that a change brings blocks nothing. */
  isMerged: boolean;
}

/**
 * What a state does to the merge. Only the change itself can fail; where the gate could not do its work
 * and shall block, a person has to act. Each choice has its reason in docs/decisions/0100.
 */
export function concludeState(state: GateState, rules: MergeRules): Check {
  const isPush = rules.kind === 'push';
  switch (state.kind) {
    case 'not-set-up':
    case 'left-alone':
      return { status: 'none' };
    case 'configuration-invalid':
      return complete(state.mends || isPush ? 'neutral' : 'action_required');
    case 'not-relevant':
      return isPush ? { status: 'none' } : complete('neutral');
    case 'untouched':
      return isPush ? { status: 'none' } : complete('success');
    // Not every push has to be measured, and none can be stopped any more.
    case 'waiting':
      return { status: isPush ? 'none' : 'queued' };
    case 'no-run':
      return isPush ? { status: 'none' } : blockOrPass(rules.gate.whenMissing, rules);
    case 'measuring':
      return { status: state.run.status === 'queued' ? 'queued' : 'in_progress' };
    case 'run-failed':
      return blockOrPass(rules.gate.whenMissing, rules);
    case 'confirming':
      return { status: 'in_progress' };
    case 'judged':
      return concludeOutcome(state.outcome, rules);
  }
}

function concludeOutcome(outcome: JudgedOutcome, rules: MergeRules): Check {
  switch (outcome) {
    case 'passed':
    case 'accepted':
      return complete('success');
    case 'regressed':
      return complete(rules.isMerged ? 'failure' : 'neutral');
    case 'busy':
      if (rules.gate.whenBusy === 'pass') return complete('success');
      return blockOrPass(rules.gate.whenUndecided, rules);
    case 'undecided':
    case 'no-baseline':
      return blockOrPass(rules.gate.whenUndecided, rules);
    case 'suite-changed':
    case 'over-budget':
      return blockOrPass('block', rules);
    case 'incomplete':
      return blockOrPass(rules.gate.whenMissing, rules);
  }
}

/** What a person has to look at is not passed, whatever was measured: it was measured otherwise. */
export function holdOutcome(
  outcome: JudgedOutcome,
  changesSuite: boolean,
  gate: GateSettings,
): JudgedOutcome {
  if (!changesSuite || gate.whenSuiteChanged === 'note') return outcome;
  return outcome === 'regressed' || outcome === 'incomplete' ? outcome : 'suite-changed';
}

function blockOrPass(setting: 'pass' | 'block', { kind, isMerged }: MergeRules): Check {
  const blocks = setting === 'block' && isMerged && kind !== 'push';
  return complete(blocks ? 'action_required' : 'neutral');
}

function complete(conclusion: (Check & { status: 'completed' })['conclusion']): Check {
  return { status: 'completed', conclusion };
}
