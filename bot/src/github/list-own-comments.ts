import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { isOwn, type OwnApp } from './is-own.ts';
import { hasMarker } from './markers.ts';

export interface OwnComment {
  id: number;
  /** As GraphQL knows it. */
  nodeId: string | undefined;
  body: string;
  url: string;
}

/** Of a conversation that is longer, only the start is looked through. */
const mostPages = 100;

/** Our own comments with the marker, the oldest first. */
export async function listOwnComments(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  marker: string,
): Promise<OwnComment[]> {
  const question = {
    repository,
    what: `the comments on ${number}`,
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: number },
  };
  const all = await api.readPages(question, { mostPages, isCut: true }, (comment, raw) =>
    isOwn(comment, own) && hasMarker(readBody(raw), marker) ? [parseComment(comment, raw)] : [],
  );
  return all.flat().sort((a, b) => a.id - b.id);
}

export function parseComment(comment: Fields, raw: unknown): OwnComment {
  return {
    id: comment.whole('id'),
    nodeId: comment.optionalText('node_id'),
    body: readBody(raw),
    url: comment.link('html_url') ?? '',
  };
}

/** Of many lines, so it is no field. */
export function readBody(raw: unknown): string {
  const body: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'body') : '';
  return typeof body === 'string' ? body : '';
}
