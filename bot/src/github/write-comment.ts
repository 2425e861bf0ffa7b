import { showMarker } from '../../../src/report/markdown-text.ts';
import { listOwnComments, type OwnComment } from '../../../src/transport/github/comments.ts';
import type { OwnApp } from '../../../src/transport/github/is-own.ts';
import * as shared from '../../../src/transport/github/write-comment.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { commentMarker } from './github-side.ts';
import { minimiseComment } from './minimise-comment.ts';

const marker = showMarker(commentMarker);

export async function findComment(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
): Promise<OwnComment | undefined> {
  const [first] = await listOwnComments(api, own, repository, number, marker);
  return first;
}

/** The bot's one comment; a second one is minimised. */
export function writeComment(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  body: string,
  isOutdated: () => Promise<boolean>,
): Promise<OwnComment | undefined> {
  return shared.writeComment(api, own, {
    ...{ repository, number, marker, body, isOutdated },
    hide: (second, first) => minimiseComment(api, repository, second, first),
  });
}
