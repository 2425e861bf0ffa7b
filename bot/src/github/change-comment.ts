import type { Repository } from '../subject.ts';
import type { Check } from '../../../src/transport/github/client.ts';
import type { GithubApi } from './api.ts';
import { type OwnComment, parseComment } from './list-own-comments.ts';

/** Notifies everybody who follows. */
export function createComment(
  api: GithubApi,
  repository: Repository,
  number: number,
  body: string,
  check?: Check,
): Promise<OwnComment> {
  const question = {
    repository,
    what: `a comment on ${number}`,
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: number, body },
  } as const;
  return api.create(question, parseComment, check);
}

/** Notifies nobody. */
export function editComment(
  api: GithubApi,
  repository: Repository,
  id: number,
  body: string,
  check?: Check,
): Promise<OwnComment> {
  const question = {
    repository,
    what: `comment ${id}`,
    route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
    parameters: { comment_id: id, body },
  } as const;
  return api.write(question, parseComment, check);
}

export async function deleteComment(
  api: GithubApi,
  repository: Repository,
  id: number,
): Promise<void> {
  const question = {
    repository,
    what: `comment ${id}`,
    route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
    parameters: { comment_id: id },
  } as const;
  await api.write(question, () => undefined);
}
