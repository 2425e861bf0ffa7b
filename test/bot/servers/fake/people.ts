import { bringCommits } from './history.ts';
import { nextNumber } from './routes-of-issues.ts';
import {
  nextId,
  type FakeArtifact,
  type FakeJob,
  type FakePull,
  type FakeRepository,
  type FakeRun,
  type GithubState,
} from './state.ts';

/** Opens a pull request from a branch that is there, of the same repository or of a fork. */
export function openPull(
  state: GithubState,
  base: FakeRepository,
  branch: string,
  options: { from?: FakeRepository; into?: string; author?: string; title?: string } = {},
): FakePull {
  const from = options.from ?? base;
  const commit = from.branches.get(branch);
  if (commit === undefined) throw new Error(`${from.owner}/${from.name} has no branch ${branch}`);
  const author = options.author ?? from.owner;
  bringCommits(from, base, commit);
  base.roles.set(base.owner, 'admin');
  const now = state.nowMs();
  const pull: FakePull = {
    ...{ number: nextNumber(base), title: options.title ?? branch, state: 'open', merged: false },
    ...{ author, head: { repositoryId: from.id, branch, commit } },
    ...{ baseBranch: options.into ?? base.defaultBranch, createdAtMs: now, updatedAtMs: now },
  };
  base.pulls.push(pull);
  return pull;
}

export function closePull(state: GithubState, pull: FakePull): void {
  const now = state.nowMs();
  Object.assign(pull, { state: 'closed', closedAtMs: now, updatedAtMs: now });
}

export interface RunChanges extends Partial<Omit<FakeRun, 'id' | 'attempt'>> {
  /** Names of the jobs; by default one, `measure (1)`. */
  jobs?: readonly (string | { name: string; needs: string[] })[];
}

/** A run of a workflow for the head of a pull request. */
export function startRunFor(
  state: GithubState,
  repository: FakeRepository,
  pull: FakePull,
  changes: RunChanges = {},
): FakeRun {
  const { head, number } = pull;
  const isOwn = head.repositoryId === repository.id;
  return startRun(state, repository, head.commit, {
    ...{ event: 'pull_request', branch: head.branch, headRepositoryId: head.repositoryId },
    // GitHub names no pull request for a fork.
    pulls: isOwn ? [number] : [],
    ...changes,
  });
}

/** A run of a workflow at a commit, of a push where nothing else is said. */
export function startRun(
  state: GithubState,
  repository: FakeRepository,
  commit: string,
  changes: RunChanges = {},
): FakeRun {
  const { jobs = ['measure (1)'], ...own } = changes;
  const run: FakeRun = {
    ...{ id: nextId(state), attempt: 1, path: '.github/workflows/perigee.yml', event: 'push' },
    ...{ head: commit, branch: repository.defaultBranch, headRepositoryId: repository.id },
    ...{ status: 'in_progress', conclusion: null, createdAtMs: state.nowMs(), pulls: [] },
    ...own,
  };
  repository.runs.push(run);
  for (const job of jobs) {
    const { name, needs } = typeof job === 'string' ? { name: job, needs: [] } : job;
    const rest = { attempt: 1, status: 'in_progress' as const, conclusion: null };
    repository.jobs.push({ id: nextId(state), runId: run.id, name, needs, ...rest });
  }
  return run;
}

/** Ends the run and all its jobs that have not ended. */
export function finishRun(repository: FakeRepository, run: FakeRun, conclusion = 'success'): void {
  Object.assign(run, { status: 'completed', conclusion });
  for (const job of listOpenJobs(repository, run)) {
    Object.assign(job, { status: 'completed', conclusion });
  }
}

/** Those that a re-run has begun, or that have not ended yet. */
export function listOpenJobs(repository: FakeRepository, run: FakeRun): FakeJob[] {
  return repository.jobs.filter(({ runId, status }) => runId === run.id && status !== 'completed');
}

/** As a job uploads it; names are unique in a run. */
export function storeArtifact(
  state: GithubState,
  repository: FakeRepository,
  run: FakeRun,
  name: string,
  zip: Buffer,
): FakeArtifact {
  const own = { id: nextId(state), runId: run.id, name, zip };
  const artifact = { ...own, expired: false, createdAtMs: state.nowMs() };
  repository.artifacts.push(artifact);
  return artifact;
}
