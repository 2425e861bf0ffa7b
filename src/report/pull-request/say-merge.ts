import type { PullRequestView } from './view.ts';

/** What the words about a merge depend on, beside the state itself. */
export type Place = Pick<PullRequestView, 'kind' | 'isRequired' | 'brings' | 'fork'>;

/** What a check does to the merge, in a sentence; nothing if there is no merge left to block. */
export function sayMerge({ kind, isRequired }: Place, blocks: boolean): string {
  if (kind === 'push') return '';
  if (!blocks) return 'This does not block the merge.';
  if (isRequired === false) {
    return 'This check is not required here, so the merge does not wait for it.';
  }
  return kind === 'merge-group'
    ? 'This keeps the group from being merged.'
    : 'This blocks the merge.';
}

/** How to have it measured again: by a command, or by the button of the check where commands do not work. */
export function sayRerun({ kind }: Place): string {
  return isPullRequest({ kind })
    ? '`/perigee rerun` (with write access)'
    : '**Measure again** at the top of the check (with write access)';
}

/** GitHub starts no run when the target changes, and a re-run has the event of the first one. */
export const sayBaseChanged =
  '**Its base changed** since this run began, and a re-run measures the same two commits again. **What now:** push, or close and reopen the pull request.';

/** Commands work only in comments on a pull request. */
export function isPullRequest({ kind }: { kind?: Place['kind'] | undefined }): boolean {
  return kind === undefined || kind === 'pull-request';
}

/** Where what is wrong can be put right. */
export function sayFix({ kind }: Place): string {
  if (kind === 'push') return 'fix or revert it';
  return kind === 'merge-group'
    ? 'fix it in its pull request and queue that again'
    : 'fix it and push';
}

/** Sentences in one line, without those that are empty. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
