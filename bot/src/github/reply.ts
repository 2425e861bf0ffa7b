import { showMarker } from '../../../src/report/markdown-text.ts';
import {
  createComment,
  listOwnComments,
  mostCharacters,
} from '../../../src/transport/github/comments.ts';
import { cutCharacters } from '../../../src/transport/github/cut-text.ts';
import type { OwnApp } from '../../../src/transport/github/is-own.ts';
import { withMarker } from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { minimiseComment } from './minimise-comment.ts';

/** Answers a command once, however often it is delivered. @param key of the command */
export async function reply(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  key: string,
  body: string,
): Promise<void> {
  const marker = showMarker(`perigee:reply:${encodeURIComponent(key)}`);
  const list = () => listOwnComments(api, own, repository, number, marker);
  if ((await list()).length > 0) return;
  const text = cutCharacters(withMarker(body, marker), mostCharacters);
  await createComment(api, repository, number, text);
  const [first, ...others] = await list();
  if (first === undefined) return;
  for (const other of others) await minimiseComment(api, repository, other, first);
}
