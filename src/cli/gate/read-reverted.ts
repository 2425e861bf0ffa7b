import type { GateEntry } from '../../contract/documents.ts';
import { type CommitFacts, findReverted, listReverts } from '../../gate/record/reverts.ts';
import { resolveCommit } from '../../runner/revisions/find-commit.ts';
import { findDefaultBranch } from '../../runner/revisions/find-default-branch.ts';
import { isCommitId } from '../../runner/revisions/reference-name.ts';
import { openRepository, type Repository } from '../../runner/revisions/repository.ts';

/** The newest commits of the branch that say so. */
const mostReverts = 5_000;

/**
 * Which commits of red builds a later commit of the default branch reverts, as far as git tells.
 * @returns undefined where there is no branch to ask
 */
export async function readReverted(
  root: string,
  entries: readonly GateEntry[],
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlySet<string> | undefined> {
  const git = await openRepository(root, environment);
  const branch = await findDefaultBranch(git);
  if (branch === undefined) return undefined;
  const tip = await resolveCommit(git, branch.reference);
  const red = entries.filter(({ judged }) => judged?.isRed === true);
  const commits = [...new Set(red.map(({ commit }) => commit))];
  const found = await git.git([
    ...['log', '-z', '--format=%B', `--max-count=${mostReverts}`, '--no-show-signature'],
    ...['--grep=^This reverts commit [0-9a-f]', tip, '--'],
  ]);
  if (found.exitCode !== 0) return new Set();
  const named = [...new Set(found.stdout.split('\0').flatMap(listReverts))];
  if (named.length === 0) return new Set();
  const facts = await readFacts(git, [...named, ...commits.filter(isCommitId)]);
  return findReverted(named, commits, facts);
}

/** Commits that are not here are left out. */
async function readFacts(
  repository: Repository,
  commits: readonly string[],
): Promise<Map<string, CommitFacts>> {
  const facts = new Map<string, CommitFacts>();
  for (let from = 0; from < commits.length; from += 500) {
    const args = ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H %T %P'];
    const { stdout } = await repository.git([...args, ...commits.slice(from, from + 500)], {
      GIT_NO_LAZY_FETCH: '1',
    });
    for (const text of stdout.split('\n')) {
      const [commit = '', tree, ...parents] = text.split(' ');
      if (tree !== undefined) facts.set(commit, { tree, parents });
    }
  }
  return facts;
}
