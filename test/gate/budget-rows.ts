import { seriesKey } from '../../src/contract/series-key.ts';
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import { makeAttempt, makeFacts, series } from './make-facts.ts';

/** Title, facts, state, and what a pull request, a merge group and a push are told. */
export type StateRow = [string, GateFacts, string, string, string, string];

const steady = series('not-regressed');
/** The interval of its change begins above zero. */
const creeping = series('not-regressed', { ratio: 1.03 });
const red = series('regressed');
const twiceRed = [makeAttempt(1, [red]), makeAttempt(2, [red], { anew: [0] })];
const overBudget = new Set([seriesKey(steady)]);

/** Where the branch exceeds a budget that blocks. */
export const budgetRows: StateRow[] = [
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
];
