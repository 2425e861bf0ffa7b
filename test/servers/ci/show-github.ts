import { describeApi } from '../github/api-description.ts';

type Json = Record<string, unknown>;

/** The id of acme/sync. */
export const repositoryId = 1296269;

export function showRun(id: number, changes: Json): Json {
  const example = describeApi().example('workflow-run');
  const url = `https://github.com/acme/sync/actions/runs/${id}`;
  const own = {
    id,
    html_url: url,
    run_attempt: 1,
    head_repository: showFork(repositoryId, 'acme'),
  };
  return { ...example, ...own, ...changes };
}

/** The head of a run from a fork. */
export function showFork(id: number, owner: string): Json {
  const head = describeApi().example('workflow-run')['head_repository'] as Json;
  return { ...head, id, owner: { ...(head['owner'] as Json), login: owner } };
}

/** As a run lists a pull request. */
export function hintPull(number: number, commit: string, branch: string): Json {
  const repository = {
    id: repositoryId,
    url: 'https://api.github.com/repos/acme/sync',
    name: 'sync',
  };
  const url = `https://api.github.com/repos/acme/sync/pulls/${number}`;
  const base = { ref: 'main', sha: 'b'.repeat(40), repo: repository };
  return { id: number, number, url, head: { ref: branch, sha: commit, repo: repository }, base };
}

export function showArtifact(run: number, changes: Json): Json {
  const { artifacts } = describeApi().example('artifact-paginated') as { artifacts: Json[] };
  const [example = {}] = artifacts;
  const owner = { ...(example['workflow_run'] as Json), id: run };
  return { ...example, workflow_run: owner, ...changes };
}

export function showJob(run: number, index: number, changes: Json): Json {
  const { jobs } = describeApi().example('job-paginated') as { jobs: Json[] };
  const id = 1000 + index;
  const page = `https://github.com/acme/sync/actions/runs/${run}/job/${id}`;
  return { ...jobs[0], id, run_id: run, html_url: page, ...changes };
}

export function showCommit(sha: string, changes: Json): Json {
  return { ...describeApi().example('commit'), sha, ...changes };
}

export interface PullHead {
  owner: string;
  /** null: the fork was deleted. GitHub sends that, though its description has no such thing. */
  repository: number | null;
  branch: string;
  commit: string;
}

export interface FakePull extends Json {
  state: string;
  head: { ref: string; sha: string; repo: object | null; user: { login: string } };
}

/** `from`: owner, repository id, branch and commit of the head. */
export function showPull(changes: Json): FakePull {
  const example = describeApi().example('pull-request-simple');
  const { from, commits: _commits, author = 'octocat', base = 'main', ...others } = changes;
  const { owner, repository, branch, commit } = from as PullHead;
  const head = example['head'] as Json;
  const target = example['base'] as Json;
  const user = { ...(example['user'] as Json), login: owner };
  const repo = repository === null ? null : { ...(head['repo'] as Json), id: repository };
  return {
    ...example,
    user: { ...(example['user'] as Json), login: author },
    closed_at: null,
    ...others,
    state: others['closed_at'] === undefined ? 'open' : 'closed',
    base: { ...target, ref: base, repo: { ...(target['repo'] as Json), id: repositoryId } },
    head: { ...head, ref: branch, sha: commit, user, repo },
  };
}
