import type { Verdict } from '../../../src/contract/documents.ts';

/** Whether a verdict has all shards that an earlier one had, and more: who deletes some takes back nothing. */
export function isFuller(verdict: Verdict | undefined, earlier: Verdict): boolean {
  const missing = verdict?.shards?.missing;
  const before = earlier.shards?.missing ?? [];
  if (missing === undefined || missing.length >= before.length) return false;
  return missing.every((index) => before.includes(index));
}
