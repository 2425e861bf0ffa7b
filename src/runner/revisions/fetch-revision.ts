import { isCommitId } from '../../contract/commit.ts';
import type { Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { describeFetch, type FetchFailure } from './explain-fetch.ts';
import { ensureCommit, fetchFrom, type Remote } from './fetch.ts';
import { findCommit, resolveCommit } from './find-commit.ts';
import { isReferenceName } from './reference-name.ts';

/**
 * A revision by the name that a person gave: a commit by its full id, else a branch or a tag of the remote, else
 * whatever the clone itself knows by that name.
 * @throws UserError when nothing is called that, or the remote cannot be asked and nothing here is
 */
export async function fetchRevision(remote: Remote, name: string): Promise<Revision> {
  const label = name.slice(0, 300);
  if (isCommitId(name)) {
    await ensureCommit(remote, { commit: name });
    return { commit: name, label };
  }
  if (name.startsWith('-')) {
    throw new UserError({
      seen: `the base ${JSON.stringify(name)} starts with a dash`,
      expected: 'a branch, a tag or a full commit id',
    });
  }
  const references = [`refs/heads/${name}`, `refs/tags/${name}`];
  let notGiven: FetchFailure | undefined;
  for (const reference of references.filter(isReferenceName)) {
    const failure = await fetchFrom(remote, [reference], 'as-it-is');
    if (failure !== undefined) {
      if (failure.kind !== 'not-there') notGiven = failure;
      continue;
    }
    const commit = await findCommit(remote.repository, 'FETCH_HEAD');
    if (commit !== undefined) return { commit, label };
  }
  return { commit: await resolveHere(remote, name, notGiven), label };
}

/** If the remote is unreachable, the clone's copy may be old: this is reported, and no other error. */
async function resolveHere(
  remote: Remote,
  name: string,
  notGiven: FetchFailure | undefined,
): Promise<string> {
  const { repository } = remote;
  if (notGiven === undefined) return resolveCommit(repository, name);
  const known = await findCommit(repository, name);
  const wanted = `the base ${JSON.stringify(name)}`;
  if (known === undefined) throw describeFetch(repository.root, wanted, remote.name, notGiven);
  remote.say(
    `${wanted} could not be fetched from ${remote.name} (git: ${notGiven.said}): taking what this checkout knows by that name, which may be old`,
  );
  return known;
}
