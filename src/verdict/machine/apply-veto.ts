import type { Decision } from '../rule/decide.ts';
import type { Machine } from './watch-machine.ts';
import type { MachineChange } from './compare-canaries.ts';

/** A change of the machine of this share of that of the series may be all that there is: tests differ in what they need. */
const leastShare = 0.25;

/**
 * What a change of the machine may explain: a regression on a machine that was slower while after ran is undecided. One
 * that was faster may have hidden a regression as large, so that much less was seen; nothing points past a limit all the
 * same, and an improvement is none. The change itself is never subtracted.
 */
export function applyVeto(decision: Decision, machine: Machine): Decision {
  const { estimate, smallestVisible, state } = decision;
  if (state === 'undecided') return decision;
  const { series, metric } = estimate.subject;
  const changes = machine.listChanges(series, metric);
  if (changes.length === 0) return decision;
  const veto = changes
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .find((change) => explains(change, decision));
  if (veto === undefined) return decision;
  const vetoed = { ...decision, corrected: undefined, veto };
  return state === 'regressed'
    ? { ...vetoed, state: 'undecided' }
    : { ...vetoed, state: 'not-regressed', smallestVisible: smallestVisible - veto.change };
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
