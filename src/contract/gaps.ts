import type { Problem } from './documents.ts';

/** One side wrote into the checkout of the other while it was measured. */
export const otherSideChanged = 'other-side-changed';

/** Setup put files of one side into the checkout of the other. */
export const filesOfOtherSide = 'files-of-other-side';

/** Setup of one side left something running that the other side may use too. */
export const setupNotEnded = 'setup-not-ended';

/** What a gap is called in the documents. */
const gaps: ReadonlySet<string> = new Set([
  'missing-shard',
  'foreign-shard',
  'duplicate-shard',
  'stale-shard',
  'failed-shard',
  'test-in-two-shards',
  'metric-left-out',
  'too-many-metrics',
  otherSideChanged,
  filesOfOtherSide,
  setupNotEnded,
]);

/**
 * Whether a problem means that something of the build was left out of the comparison, or may have been
 * exchanged. What is green then is so of a part, and a part is not the build.
 */
export function isGap({ code }: Pick<Problem, 'code'>): boolean {
  return gaps.has(code);
}
