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
  const question = { repository, what: `a comment on ${number}` };
  return api
    .create(
      question,
      ({ rest }, at) => rest.issues.createComment({ ...at, issue_number: number, body }),
      check,
    )
    .then(parseComment);
}

/** Notifies nobody. */
export function editComment(
  api: GithubApi,
  repository: Repository,
  id: number,
  body: string,
  check?: Check,
): Promise<OwnComment> {
  const question = { repository, what: `comment ${id}` };
  return api
    .write(
      question,
      ({ rest }, at) => rest.issues.updateComment({ ...at, comment_id: id, body }),
      check,
    )
    .then(parseComment);
}

export async function deleteComment(
  api: GithubApi,
  repository: Repository,
  id: number,
): Promise<void> {
  const question = { repository, what: `comment ${id}` };
  await api.write(question, ({ rest }, at) => rest.issues.deleteComment({ ...at, comment_id: id }));
}
