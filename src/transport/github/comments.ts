import type { Fields } from '../rest/fields.ts';
import type { Check, GithubClient, RepositoryPlace } from './client.ts';
import { isOwn, type Self, hasMarker } from './markers.ts';
import type { DataOf } from './routes.ts';

/** In characters; a longer comment, or issue, is refused with 422. */
export const mostCharacters = 65_536;

export interface OwnComment {
  id: number;
  /** As GraphQL knows it. */
  nodeId: string | undefined;
  body: string;
  url: string;
}

/** Only the start of a longer conversation is searched. */
const mostPages = 100;

/** Our own comments with the marker, the oldest first. */
export async function listOwnComments(
  client: GithubClient,
  self: Self,
  repository: RepositoryPlace,
  number: number,
  marker: string,
): Promise<OwnComment[]> {
  const question = { repository, what: `the comments on ${number}` };
  const all = await client.list(
    question,
    { mostPages, isCut: true, holdsProse: true },
    (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.issues.listComments, { ...at, issue_number: number }),
  );
  return all
    .filter((comment) => isOwn(comment, self) && hasMarker(comment.prose('body'), marker))
    .map(parseComment)
    .sort((a, b) => a.id - b.id);
}

/** Notifies everybody who follows. */
export function createComment(
  client: GithubClient,
  repository: RepositoryPlace,
  number: number,
  body: string,
  check?: Check,
): Promise<OwnComment> {
  const question = { repository, what: `a comment on ${number}` };
  return client
    .create(
      question,
      ({ rest }, at) => rest.issues.createComment({ ...at, issue_number: number, body }),
      check,
    )
    .then(parseComment);
}

/** Sends no notification. */
export function editComment(
  client: GithubClient,
  repository: RepositoryPlace,
  id: number,
  body: string,
  check?: Check,
): Promise<OwnComment> {
  const question = { repository, what: `comment ${id}` };
  return client
    .write(
      question,
      ({ rest }, at) => rest.issues.updateComment({ ...at, comment_id: id, body }),
      check,
    )
    .then(parseComment);
}

export async function deleteComment(
  client: GithubClient,
  repository: RepositoryPlace,
  id: number,
): Promise<void> {
  const question = { repository, what: `comment ${id}` };
  await client.write(question, ({ rest }, at) =>
    rest.issues.deleteComment({ ...at, comment_id: id }),
  );
}

type Comment = DataOf<'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'>;

function parseComment(comment: Fields<Comment>): OwnComment {
  return {
    id: comment.whole('id'),
    nodeId: comment.optionalText('node_id'),
    body: comment.prose('body'),
    url: comment.link('html_url') ?? '',
  };
}
