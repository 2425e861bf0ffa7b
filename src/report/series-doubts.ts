import type { SeriesVerdict } from '../contract/documents.ts';
import { tellVisible } from './series-words.ts';

/** Why a series is undecided, which says how many repeats it needs, and what would have been visible. */
export function listDoubts({ reason, evidence }: SeriesVerdict): string[] {
  if (evidence.smallestVisible === undefined) return [reason];
  const visible = tellVisible(evidence.smallestVisible);
  return [reason, visible.startsWith('too') ? visible : `could have seen ${visible}`];
}
