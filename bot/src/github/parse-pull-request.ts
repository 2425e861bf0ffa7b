import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { PullRequest } from './github-side.ts';

type Pull =
  | DataOf<'GET /repos/{owner}/{repo}/pulls/{pull_number}'>
  | EntryOf<'GET /repos/{owner}/{repo}/pulls', undefined>;

/** A pull request as its own address, or a list, shows it. */
export function parsePullRequest(pull: Fields<Pull>): PullRequest {
  const headRepositoryId = pull.optionalWhole('head.repo.id');
  const isMerged = pull.instant('merged_at') !== undefined;
  const mergeCommit = isMerged ? pull.optionalText('merge_commit_sha') : undefined;
  return {
    number: pull.whole('number'),
    isOpen: pull.text('state') === 'open',
    isMerged,
    ...(mergeCommit === undefined ? {} : { mergeCommit }),
    head: pull.commit('head.sha'),
    ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
    headBranch: pull.text('head.ref'),
    baseBranch: pull.text('base.ref'),
    base: pull.commit('base.sha'),
    // A head whose repository is gone was a fork: the own repository is there.
    fork: headRepositoryId !== pull.whole('base.repo.id'),
    // GitHub shows the user `ghost` where an account is gone; some answers have none at all.
    author: pull.optionalText('user.login') ?? 'ghost',
    updatedAtMs: Date.parse(pull.instant('updated_at') ?? '1970-01-01T00:00:00Z'),
    url: pull.link('html_url') ?? '',
  };
}
