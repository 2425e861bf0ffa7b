import { shortenCommit } from '../../contract/commit.ts';
import type { Problem, Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { ensureCommit, type Remote, type WantedCommit } from './fetch.ts';
import { readParents } from './history.ts';

/** A commit before the change, and what a reader has to know of it. */
export interface FoundBase {
  before: Revision;
  problems?: Problem[];
}

/** @throws UserError when there is none */
export async function findFirstParent(remote: Remote, head: WantedCommit): Promise<Revision> {
  const [parent] = await readParents(remote.repository, head.commit);
  if (parent === undefined) {
    throw new UserError({
      where: remote.repository.root,
      seen: `${shortenCommit(head.commit)} is the first commit: there is nothing before it`,
      expected: 'a change to compare with what it was made from',
      remedy: 'push a second commit, or name the base yourself, with the option `base`',
    });
  }
  await ensureCommit(remote, { commit: parent });
  return { commit: parent, label: 'the commit before' };
}

/**
 * The same where the change may have more commits than its last one, and nothing says where it began.
 * @param why half a sentence
 */
export async function findLastCommit(
  remote: Remote,
  head: WantedCommit,
  why: string,
): Promise<FoundBase> {
  const message = `only the last commit (${shortenCommit(head.commit)}) is compared: ${why}. Name a base with the option \`base\` to compare more`;
  const before = await findFirstParent(remote, head);
  remote.say(message);
  return { before, problems: [{ code: 'only-last-commit', message }] };
}
