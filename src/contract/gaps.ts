import type { Problem } from './documents.ts';

/** One side wrote into the checkout of the other while it was measured. */
export const otherSideChanged = 'other-side-changed';

/** Setup put files of one side into the checkout of the other. */
export const filesOfOtherSide = 'files-of-other-side';

/** A test read code that its side does not hold. */
export const foreignCode = 'foreign-code';

/** A test read nothing of the repository. */
export const noOwnCode = 'no-own-code';

/** A test was not observed, and its environment leads to other code. */
export const codeNotObserved = 'code-not-observed';

/** A test was not observed, or in part; by itself no gap. */
export const codeUnseen = 'code-unseen';

/** The same where no view shows each side in the place of the checkout, and where nothing is known to lead elsewhere. */
export const codeUnknown = 'code-unknown';

/** The change moves a submodule, and its folder is empty. */
export const submoduleMissing = 'submodule-missing';

/** A file stands for content that lies elsewhere, such as a pointer of Git LFS. */
export const contentMissing = 'content-missing';

/** Uncommitted work that the snapshot of the working tree does not carry. */
export const workLeftOut = 'work-left-out';

/** Setup of one side left something running that the other side may use too. */
export const setupNotEnded = 'setup-not-ended';

/** A process of the test was stopped by a signal while it was measured; by itself no gap. */
export const testStopped = 'test-stopped';

/** A system other than Linux cannot tell this; by itself it is no gap. */
export const portableTier = 'portable-tier';

/** That happened on one side. */
export const sideStopped = 'side-stopped';

/** A test that was measured has no latency as a whole, which the runner always takes. */
export const noWholeTest = 'no-whole-test';

/** The names of gaps in the documents. */
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
  foreignCode,
  noOwnCode,
  codeNotObserved,
  submoduleMissing,
  contentMissing,
  workLeftOut,
  setupNotEnded,
  sideStopped,
  noWholeTest,
]);

/**
 * Whether a problem means that something of the build was left out of the comparison, or may have been
 * exchanged. What is green then is so of a part, and a part is not the build.
 */
export function isGap({ code }: Pick<Problem, 'code'>): boolean {
  return gaps.has(code);
}

/** A test that fails only after the change may miss what the change has and its checkout has not. */
const mayFailTests: ReadonlySet<string> = new Set([submoduleMissing, workLeftOut]);

/** Whether a gap may be why a test fails: then its failure does not speak against the change. */
export function mayFailTest({ code }: Pick<Problem, 'code'>): boolean {
  return mayFailTests.has(code);
}
