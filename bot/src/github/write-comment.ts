import type { Repository } from '../subject.ts';
import type { Check } from '../../../src/transport/github/client.ts';
import type { GithubApi } from './api.ts';
import { createComment, editComment } from './change-comment.ts';
import { cutCharacters } from './cut-text.ts';
import { commentMarker } from './github-side.ts';
import type { OwnApp } from './is-own.ts';
import { listOwnComments, type OwnComment } from './list-own-comments.ts';
import { isSameText, withMarker } from './markers.ts';
import { minimiseComment } from './minimise-comment.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

/** In characters; a longer one is refused with 422. */
export const mostCharacters = 65_536;

export async function findComment(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
): Promise<OwnComment | undefined> {
  const [first] = await listOwnComments(api, own, repository, number, commentMarker);
  return first;
}

/**
 * Makes our one comment say this: the first of ours is edited, which notifies nobody, and what is there
 * beside it is put out of sight.
 * @param isOutdated asked when it is our turn to write, which may take long where others write much
 * @returns undefined where it was outdated, and nothing was written
 * @throws Unavailable, Refused
 */
export async function writeComment(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  body: string,
  isOutdated: () => Promise<boolean>,
): Promise<OwnComment | undefined> {
  const check = async (): Promise<void> => {
    if (await isOutdated()) throw new Outdated();
  };
  try {
    return await writeOne(api, own, repository, number, body, check);
  } catch (error) {
    if (error instanceof Outdated) return undefined;
    throw error;
  }
}

class Outdated extends Error {}

async function writeOne(
  api: GithubApi,
  own: OwnApp,
  repository: Repository,
  number: number,
  body: string,
  check: Check,
): Promise<OwnComment> {
  const text = cutCharacters(withMarker(body, commentMarker), mostCharacters);
  const list = () => listOwnComments(api, own, repository, number, commentMarker);
  let all = await list();
  if (all.length === 0) {
    const made = await createComment(api, repository, number, text, check);
    // Another process may have done the same in the meantime. A list may lag behind.
    all = await list();
    if (all.length === 0) return made;
  }
  const [first, ...others] = all;
  if (first === undefined)
    throw new Refused('ci-strange-answer', 'GitHub gave an empty list of comments');
  for (const other of others) await minimiseComment(api, repository, other, first);
  if (isSameText(first.body, text)) return first;
  const edited = await unlessMissing(editComment(api, repository, first.id, text, check));
  // It was deleted between the list and the edit.
  return edited ?? createComment(api, repository, number, text, check);
}
