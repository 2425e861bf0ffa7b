import {
  type Alert,
  type AlertTransition,
  isAlertOpen,
  lastTransition,
} from '../../contract/alerts.ts';

/** The result of measurements for an alert, or of an accept. */
export type Finding =
  | { kind: 'stands' }
  | { kind: 'fixed' | 'noise'; because: string }
  /** Without a person and an accept, what is watched was changed, and it stays as it is. */
  | { kind: 'accepted'; because: string; by?: string; accept?: string };

/** More would be no history for people. */
const mostTransitions = 100;

/** Adds a state, with who and when. What says the same as the last one is not added. */
export function moveAlert<T extends Pick<Alert, 'transitions'>>(
  alert: T,
  transition: AlertTransition,
): T {
  const last = lastTransition(alert);
  const { accept, because, by, state } = transition;
  const isSame =
    last.state === state && last.by === by && last.because === because && last.accept === accept;
  if (isSame) return alert;
  const [first, ...others] = alert.transitions;
  const kept = others.slice(-mostTransitions + 2);
  return { ...alert, transitions: [...(first === undefined ? [] : [first]), ...kept, transition] };
}

/**
 * The effect of measurements on the state of an alert. They close what is open, and open again what only they closed:
 * what a person closed, a person opens.
 */
export function settleAlert<T extends Pick<Alert, 'transitions'>>(
  alert: T,
  finding: Finding,
  atMs: number,
): T {
  const last = lastTransition(alert);
  const isOpen = isAlertOpen(alert);
  const isOfPerson = last.by !== undefined && last.accept === undefined;
  if (!isOpen && isOfPerson) return alert;
  if (finding.kind === 'stands') {
    if (isOpen) return alert;
    return moveAlert(alert, { state: 'new', because: 'measured again', atMs });
  }
  const { kind: state, ...why } = finding;
  // One that was found to be noise, and is gone, stays noise.
  if (!isOpen && last.state === state && state !== 'accepted') return alert;
  return moveAlert(alert, { state, ...why, atMs });
}

/** Invisible characters or punctuation alone are no reason. */
export function isReason(text: string): boolean {
  return /[^\p{C}\p{Z}\p{P}]/u.test(text);
}
