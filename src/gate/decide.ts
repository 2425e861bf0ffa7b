import { defaultGate, type GateSettings, type JudgedOutcome } from '../contract/gate.ts';
import type { Decision, GateFacts, GateState } from './gate-facts.ts';
import { hasAdditions } from './hold-additions.ts';
import { holdBudget } from './hold-budget.ts';
import { holdNotSeen } from './hold-not-seen.ts';
import { judgeRun, type RunDecision } from './judge-run.ts';
import type { RunFacts } from './run-history.ts';

/** States that are news, worth a comment of their own; all others wait for one, or need none. */
const newsworthy: ReadonlySet<GateState['kind']> = new Set([
  'configuration-invalid',
  'no-run',
  'run-failed',
  'judged',
]);

/**
 * The check of a change, and its effect on the merge. Equal facts give an equal decision, and the order in which they
 * came about makes no difference.
 */
export function decide(facts: GateFacts): Decision {
  const { kind, configuration, nowMs } = facts;
  const gate = configuration.kind === 'valid' ? configuration.gate : defaultGate;
  const rules: MergeRules = { kind, gate, isMerged: configuration.kind === 'valid' };
  const { state: found, confirmShards, turnsAtMs } = findState(facts, rules);
  const state = hold(found, facts, gate);
  const next = turnsAtMs.reduce((least, atMs) => {
    return atMs > nowMs ? Math.min(least, atMs) : least;
  }, Infinity);
  return {
    state,
    check: concludeState(state, rules),
    comments: kind === 'pull-request' && newsworthy.has(state.kind),
    ...(Number.isFinite(next) ? { lookAgainAtMs: next } : {}),
    confirmShards,
  };
}

/** Holds a change back for reasons other than thresholds. */
function hold(found: GateState, facts: GateFacts, gate: GateSettings): GateState {
  if (found.kind !== 'judged') return found;
  const outcome = holdNotSeen(found, gate);
  const isChanged = facts.changesSuite || hasAdditions(found.judgement.verdict);
  const state = { ...found, outcome: holdOutcome(outcome, isChanged, gate) };
  return { ...state, outcome: holdBudget(state, facts) };
}

function findState(facts: GateFacts, { gate, isMerged }: MergeRules): RunDecision {
  const { configuration, run, attempts, headSinceMs, nowMs } = facts;
  if (!facts.isOpen) return settled({ kind: 'left-alone' });
  if (configuration.kind === 'none' && !configuration.brings) {
    return settled({ kind: 'not-set-up' });
  }
  if (configuration.kind === 'invalid') {
    const { error, mends } = configuration;
    return settled({ kind: 'configuration-invalid', error, mends });
  }
  if (!facts.isRelevant) return settled({ kind: 'not-relevant' });
  if (attempts.length === 0 && facts.untouchedTests !== undefined) {
    return settled({ kind: 'untouched', tests: facts.untouchedTests });
  }

  const [first, ...later] = attempts;
  if (run !== undefined && first !== undefined) {
    const why = explainNotConfirmed(gate.confirm, isMerged);
    return judgeRun(facts, run, [first, ...later], why);
  }
  if (run !== undefined && hasBegun(run)) {
    if (run.status !== 'completed') return settled({ kind: 'measuring', run });
    return settled(failed(run, facts));
  }
  const awaitsApproval = run !== undefined && isHeldBack(run);
  const dueAtMs = headSinceMs + gate.runWithinMs;
  const obstacle = facts.obstacle === undefined ? {} : { obstacle: facts.obstacle };
  if (nowMs < dueAtMs) {
    return settled({ kind: 'waiting', dueAtMs, awaitsApproval, ...obstacle }, [dueAtMs]);
  }
  if (run !== undefined && !awaitsApproval) {
    return settled(failed(run, facts));
  }
  return settled({ kind: 'no-run', waitedMs: gate.runWithinMs, awaitsApproval, ...obstacle });
}

function failed(run: RunFacts, { isOfOtherBase, kind, refusals }: GateFacts): GateState {
  // Only a pull request has its base changed.
  const isOther = isOfOtherBase === true && kind === 'pull-request';
  return { kind: 'run-failed', run, refusals, isOfOtherBase: isOther };
}

/** A run that was skipped measured nothing, and one that a maintainer has to approve has not begun. */
function hasBegun(run: RunFacts): boolean {
  return run.status !== 'completed' || (run.conclusion !== 'skipped' && !isHeldBack(run));
}

/** GitHub holds a first contribution back, until a maintainer approves it. */
function isHeldBack({ status, conclusion }: RunFacts): boolean {
  return status === 'completed' && conclusion === 'action_required';
}

function explainNotConfirmed(confirm: boolean, isMerged: boolean): string | undefined {
  if (!isMerged) return 'the configuration is not on the base branch yet, so nothing blocks';
  return confirm ? undefined : 'gate.confirm is false';
}

function settled(state: GateState, turnsAtMs: readonly number[] = []): RunDecision {
  return { state, confirmShards: [], turnsAtMs };
}

type Check = Decision['check'];

interface MergeRules {
  kind: GateFacts['kind'];
  gate: GateSettings;
  /** Whether the configuration stands on the base branch; one that a change brings blocks nothing. */
  isMerged: boolean;
}

/**
 * The effect of a state on the merge. Only the change itself can fail; if the gate could not do its work and has to
 * block, a person has to act. Each choice has its reason in docs/decisions/0100.
 */
function concludeState(state: GateState, rules: MergeRules): Check {
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
    case 'not-seen':
    case 'suite-changed':
    case 'over-budget':
      return blockOrPass('block', rules);
    case 'incomplete':
      return blockOrPass(rules.gate.whenMissing, rules);
  }
}

/** A change that needs a person's look is not passed by any measurement: it was measured otherwise. */
function holdOutcome(
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
