import type { GithubClient, RepositoryPlace } from './client.ts';
import {
  createComment,
  editComment,
  listOwnComments,
  mostCharacters,
  type OwnComment,
} from './comments.ts';
import { cutCharacters } from './cut-text.ts';
import { type Self, isSameText, withMarker } from './markers.ts';
import { unlessMissing } from '../platform-errors.ts';

export interface CommentRequest {
  repository: RepositoryPlace;
  /** The number of the pull request. */
  number: number;
  /** The first line of the comment, by which it is found again. */
  marker: string;
  /** Markdown; a longer text than GitHub takes is cut. */
  body: string;
  /** Asked when it is our turn to write, which may take long where others write much. */
  isOutdated(): Promise<boolean>;
  /** Puts a second comment of ours out of sight. */
  hide(second: OwnComment, first: OwnComment): Promise<void>;
}

export interface WrittenComment extends OwnComment {
  kind: 'created' | 'updated' | 'unchanged';
}

/**
 * Makes our one comment say this: the first of ours is edited, which sends no notification, and the others are hidden.
 * @returns undefined where it was outdated, and nothing was written
 * @throws Unavailable, Refused
 */
export async function upsertComment(
  client: GithubClient,
  self: Self,
  request: CommentRequest,
): Promise<WrittenComment | undefined> {
  try {
    return await writeOne(client, self, request);
  } catch (error) {
    if (error instanceof Outdated) return undefined;
    throw error;
  }
}

class Outdated extends Error {}

async function writeOne(
  client: GithubClient,
  self: Self,
  { body, hide, isOutdated, marker, number, repository }: CommentRequest,
): Promise<WrittenComment> {
  const text = cutCharacters(withMarker(body, marker), mostCharacters);
  const check = async (): Promise<void> => {
    if (await isOutdated()) throw new Outdated();
  };
  const create = async (): Promise<WrittenComment> => ({
    kind: 'created',
    ...(await createComment(client, repository, number, text, check)),
  });
  const list = () => listOwnComments(client, self, repository, number, marker);
  let made: WrittenComment | undefined;
  let [first, ...others] = await list();
  if (first === undefined) {
    made = await create();
    // Another process may have done the same in the meantime. A list may lag behind.
    [first = made, ...others] = await list();
  }
  for (const other of others) await hide(other, first);
  if (first.id === made?.id) return made;
  if (isSameText(first.body, text)) return { kind: 'unchanged', ...first };
  const edited = await unlessMissing(editComment(client, repository, first.id, text, check));
  // It was deleted between the list and the edit.
  return edited === undefined ? create() : { kind: 'updated', ...edited };
}
