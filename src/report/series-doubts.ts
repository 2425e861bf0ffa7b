import type { SeriesVerdict } from '../contract/documents.ts';
import { formatChange } from '../contract/units.ts';

/** Why a series is undecided, and what would have been visible. */
export function listDoubts({ reason, evidence }: SeriesVerdict): string[] {
  const doubts = [reason];
  if (evidence.needsRepeats !== undefined) doubts.push(`needs ${evidence.needsRepeats} repeats`);
  if (evidence.smallestVisible !== undefined) {
    doubts.push(`could have seen ${formatChange(evidence.smallestVisible)} or more`);
  }
  return doubts;
}
