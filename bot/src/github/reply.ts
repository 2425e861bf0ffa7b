import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { createComment } from './change-comment.ts';
import { cutCharacters } from './cut-text.ts';
import type { OwnApp } from './is-own.ts';
import { listOwnComments } from './list-own-comments.ts';
import { replyMarker, withMarker } from './markers.ts';
import { minimiseComment } from './minimise-comment.ts';
import { mostCharacters } from './write-comment.ts';

/** Answers a command once, however often it is delivered. @param key of the command */
export async function reply(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  key: string,
  body: string,
): Promise<void> {
  const marker = replyMarker(key);
  const list = () => listOwnComments(api, own, repository, number, marker);
  if ((await list()).length > 0) return;
  const text = cutCharacters(withMarker(body, marker), mostCharacters);
  await createComment(api, repository, number, text);
  const [first, ...others] = await list();
  if (first === undefined) return;
  for (const other of others) await minimiseComment(api, repository, other, first);
}
