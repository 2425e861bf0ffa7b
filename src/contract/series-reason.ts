import type { SeriesVerdict } from './documents.ts';

/** Why a series is in its state, without a full stop. A large build says so of those alone that point anywhere. */
export function reasonOf({ evidence, reason }: SeriesVerdict): string {
  if (reason !== undefined) return reason;
  if (evidence.method === 'exact') return 'exactly the same in every repeat of both sides';
  return evidence.method === 'none'
    ? 'all values of both sides lie within what is allowed of each other'
    : 'nothing points past what is allowed';
}
