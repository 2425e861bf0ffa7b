import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { type Author, isOfApp, isOwn, type OwnApp, readAuthor } from './is-own.ts';
import { hasMarker, mayHaveMarker } from './markers.ts';

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
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  marker: string,
): Promise<OwnComment[]> {
  const question = { repository, what: `the comments on ${number}` };
  const all = await api
    .list(question, { mostPages, isCut: true, holdsProse: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.issues.listComments, { ...at, issue_number: number }),
    )
    .then((all) => all.map(parseMarked));
  return all
    .flat()
    .filter((comment) => isOwn(comment.author, own) && hasMarker(comment.body, marker))
    .sort((a, b) => a.id - b.id);
}

interface MarkedComment extends OwnComment {
  author: Author;
}

type Comment = DataOf<'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'>;

/** What people wrote is not kept, not even with our marker: anybody can write long ones. */
function parseMarked(comment: Fields<Comment>): MarkedComment[] {
  const author = readAuthor(comment);
  const isWanted = isOfApp(author) && mayHaveMarker(comment.prose('body'));
  return isWanted ? [{ ...parseComment(comment), author }] : [];
}

export function parseComment(comment: Fields<Comment>): OwnComment {
  return {
    id: comment.whole('id'),
    nodeId: comment.optionalText('node_id'),
    body: comment.prose('body'),
    url: comment.link('html_url') ?? '',
  };
}
