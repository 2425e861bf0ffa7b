import type { Verdict } from '../contract/documents.ts';
import { listRenamed, openCurrentNames } from '../contract/renames.ts';
import type { Accept, AcceptedSeries } from './accept.ts';
import type { GateFacts } from './gate-facts.ts';
import type { MeasuredAttempt } from './run-history.ts';

export interface HeldAccept {
  accept: Accept;
  series: AcceptedSeries;
}

const dayMs = 86_400_000;

/** When an accept is over, in milliseconds since 1970; Infinity for one without an end. */
export function endOfAccept({ until }: Pick<Accept, 'until'>): number {
  return until === undefined ? Infinity : Date.parse(`${until}T00:00:00Z`) + dayMs;
}

/** Keys of accepted series by the names that tests and spans have in the newest of these attempts. */
export function openAcceptedKeys(
  attempts: readonly Pick<MeasuredAttempt, 'verdict'>[],
): (series: Pick<AcceptedSeries, 'key' | 'test' | 'span'>) => string {
  const tests: Verdict['tests'] = attempts.at(-1)?.verdict.tests ?? [];
  const nameNow = openCurrentNames(listRenamed(tests));
  return (series) => {
    const { span, test } = nameNow(series);
    return [test, span, ...series.key.split('\u0000').slice(2)].join('\u0000');
  };
}

/** The accepts that hold for this change, by series key, the newest first, in whatever order they came. */
export function holdAccepts(
  facts: Pick<GateFacts, 'accepts' | 'attempts' | 'pullRequests' | 'kind' | 'head' | 'nowMs'>,
): Map<string, HeldAccept[]> {
  const keyOf = openAcceptedKeys(facts.attempts);
  const held = new Map<string, HeldAccept[]>();
  const standing = facts.accepts.filter((accept) => holds(accept, facts));
  for (const accept of standing.sort(newestFirst)) {
    for (const series of accept.series) {
      const key = keyOf(series);
      const list = held.get(key) ?? [];
      list.push({ accept, series });
      held.set(key, list);
    }
  }
  return held;
}

/**
 * An accept on another pull request says nothing here, even for the same series. After one on the default branch each
 * push is measured against what the branch was before that push: were it covered too, the branch could get slower by as
 * much again and again.
 */
function holds(
  accept: Accept,
  { pullRequests, kind, head, nowMs }: Pick<GateFacts, 'pullRequests' | 'kind' | 'head' | 'nowMs'>,
): boolean {
  if (accept.takenBack !== undefined || endOfAccept(accept) <= nowMs) return false;
  if (accept.number === undefined) return kind === 'push' && accept.commit === head;
  return pullRequests.includes(accept.number);
}

function newestFirst(a: Accept, b: Accept): number {
  return b.atMs - a.atMs || (a.id < b.id ? 1 : -1);
}
