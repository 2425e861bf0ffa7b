import { createHash } from 'node:crypto';
import type { FakeCommit, FakeRepository, GithubState } from './state.ts';
import { nextId } from './state.ts';

export interface CommitChanges {
  /** Path to new content; null takes the file away. */
  files?: Record<string, string | null>;
  author?: string;
  message?: string;
  /** By default the tip of the branch. */
  parents?: string[];
}

/** @returns an empty repository with one commit on its default branch */
export function addRepository(
  state: GithubState,
  owner: string,
  name: string,
  options: { files?: Record<string, string>; isFork?: true; defaultBranch?: string } = {},
): FakeRepository {
  const {
    defaultBranch = 'main',
    isFork = false,
    files = { 'README.md': `# ${name}\n` },
  } = options;
  const repository: FakeRepository = {
    id: nextId(state),
    ...{ owner, name, isFork, isPrivate: false, defaultBranch },
    ...{ branches: new Map(), commits: new Map(), roles: new Map() },
    ...{ pulls: [], runs: [], jobs: [], artifacts: [], checks: [], comments: [], issues: [] },
    ...{ labels: [], dispatches: [], protections: new Map(), rules: new Map() },
  };
  state.repositories.push(repository);
  pushCommit(state, repository, defaultBranch, { files, parents: [] });
  return repository;
}

/** @returns a copy of all branches and commits under another owner */
export function fork(state: GithubState, from: FakeRepository, owner: string): FakeRepository {
  const made = addRepository(state, owner, from.name, { isFork: true });
  made.branches = new Map(from.branches);
  made.commits = new Map(from.commits);
  return made;
}

/** Puts a commit on a branch, which is made where it is not there; open pull requests of it move along. */
export function pushCommit(
  state: GithubState,
  repository: FakeRepository,
  branch: string,
  changes: CommitChanges = {},
): string {
  const tip = repository.branches.get(branch) ?? repository.branches.get(repository.defaultBranch);
  const parents = changes.parents ?? (tip === undefined ? [] : [tip]);
  const files = new Map(parents[0] === undefined ? [] : readCommit(repository, parents[0]).files);
  for (const [path, content] of Object.entries(changes.files ?? {})) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  const atMs = state.nowMs();
  const { author = repository.owner, message } = changes;
  const commit = { parents, files, author, atMs, ...(message === undefined ? {} : { message }) };
  const sha = createHash('sha1')
    .update(`${nextId(state)} ${JSON.stringify([...files])}`)
    .digest('hex');
  repository.commits.set(sha, commit);
  moveBranch(state, repository, branch, sha);
  return sha;
}

/** As a push does, a forced one too. */
export function moveBranch(
  state: GithubState,
  repository: FakeRepository,
  branch: string,
  commit: string,
): void {
  repository.branches.set(branch, commit);
  for (const target of state.repositories) {
    for (const pull of target.pulls) {
      const { head } = pull;
      if (pull.state !== 'open' || head.repositoryId !== repository.id) continue;
      if (head.branch !== branch) continue;
      head.commit = commit;
      pull.updatedAtMs = state.nowMs();
      bringCommits(repository, target, commit);
    }
  }
}

/** The commits of a fork are found in the repository that a pull request brings them to. */
export function bringCommits(from: FakeRepository, to: FakeRepository, commit: string): void {
  for (const sha of listAncestors(from, commit)) to.commits.set(sha, readCommit(from, sha));
}

export function readCommit(repository: FakeRepository, commit: string): FakeCommit {
  const found = repository.commits.get(commit);
  if (found === undefined) throw new Error(`${repository.name} has no commit ${commit}`);
  return found;
}

/** The commit itself first, then breadth first. */
export function listAncestors(repository: FakeRepository, commit: string): string[] {
  const found = [commit];
  const seen = new Set(found);
  for (const sha of found) {
    for (const parent of readCommit(repository, sha).parents) {
      if (!seen.has(parent)) found.push(parent);
      seen.add(parent);
    }
  }
  return found;
}

export function findMergeBase(
  repository: FakeRepository,
  base: string,
  head: string,
): string | undefined {
  const ofBase = new Set(listAncestors(repository, base));
  return listAncestors(repository, head).find((sha) => ofBase.has(sha));
}

/** A commit by its full id or by the name of a branch. */
export function resolveRef(repository: FakeRepository, ref: string): string | undefined {
  const branch = ref.replace(/^(refs\/)?heads\//, '');
  return repository.commits.has(ref) ? ref : repository.branches.get(branch);
}

export function listDifferences(before: FakeCommit, after: FakeCommit): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => before.files.get(path) !== after.files.get(path)).sort();
}
