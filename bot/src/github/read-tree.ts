import type { DataOf } from '../../../src/transport/github/routes.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { Tree, TreeEntry } from './github-side.ts';

/** The tree of a commit. */
export async function findTree(
  api: GithubApi,
  repository: Repository,
  commit: string,
): Promise<string> {
  const question = { repository, what: `the tree of the commit ${commit}` };
  return api
    .ask(question, ({ rest }, at) => rest.git.getCommit({ ...at, commit_sha: commit }))
    .then(parseCommit);
}

type Commit = DataOf<'GET /repos/{owner}/{repo}/git/commits/{commit_sha}'>;

function parseCommit(commit: Fields<Commit>): string {
  return commit.commit('tree.sha');
}

/** One folder of a commit, without what lies in the folders below it. */
export async function readTree(api: GithubApi, repository: Repository, id: string): Promise<Tree> {
  const question = { repository, what: `the tree ${id}` };
  return api
    .ask(question, ({ rest }, at) => rest.git.getTree({ ...at, tree_sha: id }))
    .then(parseTree);
}

type Found = DataOf<'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'>;

function parseTree(tree: Fields<Found>): Tree {
  const entries = new Map<string, TreeEntry>();
  for (const entry of tree.list('tree')) {
    // People chose it: git forbids no character in it but these two.
    const name = entry.prose('path');
    const mode = entry.text('mode');
    if (name === '' || name.includes('/') || entries.has(name) || !/^[0-7]{6}$/.test(mode)) {
      throw new Refused('ci-strange-answer', 'GitHub gave a tree with an entry that git has not');
    }
    const size = entry.optionalWhole('size');
    entries.set(name, { mode, id: entry.commit('sha'), size });
  }
  return { entries, isWhole: tree.isFalse('truncated') };
}
