import type { SeriesVerdict } from '../contract/documents.ts';
import { formatChange } from '../contract/units.ts';

/** Why a series is undecided, which says how many repeats it needs, and what would have been visible. */
export function listDoubts({ reason, evidence }: SeriesVerdict): string[] {
  if (evidence.smallestVisible === undefined) return [reason];
  return [reason, `could have seen ${formatChange(evidence.smallestVisible)} or more`];
}
