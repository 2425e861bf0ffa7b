import type { GateFacts } from '../../src/gate/gate-facts.ts';
import { makeAttempt, makeFacts, series, withGate } from './make-facts.ts';

/** Title, facts, state, and what a pull request, a merge group and a push are told. */
export type StateRow = [string, GateFacts, string, string, string, string];

const steady = series('not-regressed');
/** The interval of its change begins above zero. */
const creeping = series('not-regressed', { ratio: 1.03 });
const red = series('regressed');
const twiceRed = [makeAttempt(1, [red]), makeAttempt(2, [red], { anew: [0] })];
const overBudget = [steady];

const notSeen = { ...series('not-regressed', { metric: 'cpu.total' }), seen: false };
const unseen = [makeAttempt(1, [steady, notSeen])];

/** Where a budget holds a change, or too little was seen. */
export const heldRows: StateRow[] = [
  [
    'a series over its budget that gets worse, within its threshold',
    makeFacts([makeAttempt(1, [creeping])], { overBudget }),
    ...(['over-budget', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a series over its budget that is as it was',
    makeFacts([makeAttempt(1, [steady])], { overBudget }),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  [
    'a series over its budget, and a regression',
    makeFacts(twiceRed, { overBudget }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
  [
    'one of two series not seen, which passes',
    makeFacts(unseen, { configuration: withGate({ whenNotSeen: { note: 0, block: 0.5 } }) }),
    ...(['passed', 'success', 'success', 'success'] as const),
  ],
  [
    'one of two series not seen, where fewer than half may be',
    makeFacts(unseen, { configuration: withGate({ whenNotSeen: { block: 0.4 } }) }),
    ...(['not-seen', 'action_required', 'action_required', 'neutral'] as const),
  ],
  [
    'a series not seen beside a regression',
    makeFacts([makeAttempt(1, [red, notSeen]), makeAttempt(2, [red, notSeen])], {
      configuration: withGate({ whenNotSeen: { block: 0 } }),
    }),
    ...(['regressed', 'failure', 'failure', 'failure'] as const),
  ],
];
