import type { Revision } from '../../contract/documents.ts';
import { describeFetch } from './explain-fetch.ts';
import { fetchCommits, type Remote, type WantedCommit } from './fetch.ts';
import { findLastRelease, listRemoteTags } from './find-last-release.ts';
import { isShallow } from './history.ts';
import { isCommitId } from './reference-name.ts';
import { readGit } from './repository.ts';

const daySeconds = 24 * 3600;

/**
 * What an anchor run compares a tip with: the last release, or what the branch was a week before, in turn by the
 * day of the tip. All shards of a build therefore choose the same, and no count has to be kept. The whole history is
 * fetched where the clone lacks it.
 * @returns undefined where there is neither
 */
export async function findAnchor(
  remote: Remote,
  head: WantedCommit,
): Promise<Revision | undefined> {
  const { repository } = remote;
  if (await isShallow(repository)) {
    remote.say(`fetching the whole history from ${remote.name}, to find the last release`);
    const failure = await fetchCommits(remote, [head], 'all');
    if (failure !== undefined) {
      throw describeFetch(repository.root, 'the history of the branch', remote.name, failure);
    }
  }
  const seconds = Number(
    await readGit(repository, ['log', '--max-count=1', '--format=%ct', head.commit]),
  );
  const findRelease = async (): Promise<Revision | undefined> => {
    const tags = await listRemoteTags(remote);
    const found = await findLastRelease(repository, head.commit, tags);
    return found && { commit: found.commit, label: `release ${found.tag}`.slice(0, 300) };
  };
  const findLastWeek = async (): Promise<Revision | undefined> => {
    const before = `--before=${seconds - 7 * daySeconds}`;
    const args = ['rev-list', '--first-parent', '--max-count=1', before, head.commit];
    const commit = await readGit(repository, args);
    return isCommitId(commit) ? { commit, label: 'the branch a week before' } : undefined;
  };
  const isOdd = Math.floor(seconds / daySeconds) % 2 === 1;
  return isOdd
    ? ((await findLastWeek()) ?? (await findRelease()))
    : ((await findRelease()) ?? (await findLastWeek()));
}
