import type { Decision } from '../rule/decide.ts';
import type { Machine } from './watch-machine.ts';
import type { MachineChange } from './compare-canaries.ts';

/** A change of the machine of this share of that of the series may be all that there is: tests differ in what they need. */
const leastShare = 0.25;

/**
 * Makes a decision undecided that a change of the machine may explain: a regression on a machine that was slower
 * while after ran, an improvement on one that was faster, and a clearance that a faster machine may have brought.
 * The change itself is never subtracted.
 */
export function applyVeto(decision: Decision, machine: Machine): Decision {
  const { estimate, state } = decision;
  if (state === 'undecided') return decision;
  const { series, metric } = estimate.subject;
  const changes = machine.listChanges(series, metric);
  if (changes.length === 0) return decision;
  const veto = changes
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .find((change) => explains(change, decision));
  return veto === undefined
    ? decision
    : { ...decision, state: 'undecided', corrected: undefined, veto };
}

function explains(
  { change }: MachineChange,
  { change: { effect }, estimate: { worse }, state, upper }: Decision,
): boolean {
  switch (state) {
    case 'regressed':
      return change > 0 && change >= leastShare * effect;
    case 'improved':
      return change < 0 && -change >= leastShare * -effect;
    case 'not-regressed':
      return change < 0 && upper - change >= worse.floor;
    default:
      return false;
  }
}
