import type { Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { ensureCommit, fetchFrom, type Remote } from './fetch.ts';
import { findCommit, resolveCommit } from './find-commit.ts';
import { isCommitId, isReferenceName } from './reference-name.ts';

/**
 * What a person named: a commit by its full id, else a branch or a tag of the remote, else whatever the
 * clone itself knows by that name.
 * @throws UserError when nothing is called that
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
  for (const reference of references.filter(isReferenceName)) {
    if ((await fetchFrom(remote, [reference], 'as-it-is')) !== undefined) continue;
    const commit = await findCommit(remote.repository, 'FETCH_HEAD');
    if (commit !== undefined) return { commit, label };
  }
  return { commit: await resolveCommit(remote.repository, name), label };
}
