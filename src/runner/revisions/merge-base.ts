import { describeFetch } from './explain-fetch.ts';
import { fetchCommits, type Remote, type WantedCommit } from './fetch.ts';
import { isShallow, listCutCommits } from './history.ts';
import { readGit, type Repository } from './repository.ts';

/**
 * The commit where two histories part, in a shallow clone too: its history is deepened until the answer
 * cannot change any more. Both commits have to be here.
 * @returns undefined when they have no commit in common
 * @throws UserError when the remote does not give the history
 */
export async function findMergeBase(
  remote: Remote,
  one: WantedCommit,
  other: WantedCommit,
): Promise<string | undefined> {
  const { repository } = remote;
  for (const step of [...remote.deepenBy, 'all', undefined] as const) {
    const bases = await listMergeBases(repository, one.commit, other.commit);
    const final = await isFinal(repository, [one.commit, other.commit], bases);
    if (final || step === undefined || !(await isShallow(repository))) return bases[0];
    await deepen(remote, [one, other], step);
  }
  return undefined;
}

async function deepen(
  remote: Remote,
  wanted: readonly WantedCommit[],
  step: number | 'all',
): Promise<void> {
  const amount = step === 'all' ? 'the whole history' : `${step} more commits of history`;
  remote.say(`fetching ${amount} from ${remote.name}, to find where the change branched`);
  const failure = await fetchCommits(remote, wanted, step === 'all' ? 'all' : { deepen: step });
  if (failure === undefined) return;
  throw describeFetch(remote.repository.root, 'the history of the change', remote.name, failure);
}

async function listMergeBases(
  repository: Repository,
  one: string,
  other: string,
): Promise<string[]> {
  const found = await repository.git(['merge-base', '--all', '--end-of-options', one, other]);
  return found.stdout.split('\n').filter((line) => line !== '');
}

/**
 * A history that is cut off can show an old common commit and hide a younger one behind the cut. The
 * answer stands when no commit between the two and their common ones lacks its parents.
 */
async function isFinal(
  repository: Repository,
  tips: readonly string[],
  bases: readonly string[],
): Promise<boolean> {
  if (bases.length === 0) return false;
  const cut = await listCutCommits(repository);
  if (cut.size === 0) return true;
  const between = await readGit(repository, ['rev-list', ...tips, '--not', ...bases, '--']);
  return !between.split('\n').some((commit) => cut.has(commit));
}
