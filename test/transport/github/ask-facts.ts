import type { CiFacts } from '../../../src/transport/ci/ci-facts.ts';
import { defaultReleaseBranches } from '../../../src/transport/ci/branch-kind.ts';
import { openGithubFacts } from '../../../src/transport/github/facts.ts';
import { type GithubSettings, openGithub } from '../../../src/transport/github/open-github.ts';
import { type FakeGithubApi, startFakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { repositoryId, showFork } from '../../servers/ci/show-github.ts';
import { makeClock } from '../rest/make-clock.ts';

export const never = new AbortController().signal;
export const build = { repository: 'acme/sync', runId: '812' };
export const commit = 'c'.repeat(40);
export const own = { owner: 'acme', repository: repositoryId };
export const fork = { owner: 'mallory', repository: 666 };

/** GitHub with one run of `commit`, which began at 10:00. */
export async function startRun(run: Record<string, unknown> = {}): Promise<FakeGithubApi> {
  const github = await startFakeGithubApi();
  const began = '2026-11-21T10:00:00Z';
  github.runs.set(812, { head_sha: commit, created_at: began, ...run });
  github.commits.set(commit, {});
  return github;
}

/** The same of a pull request from the branch `faster` of a fork. */
export function startForkRun(run: Record<string, unknown> = {}): Promise<FakeGithubApi> {
  const head = { head_branch: 'faster', head_repository: showFork(fork.repository, fork.owner) };
  return startRun({ event: 'pull_request', ...head, ...run });
}

/** A pull request that was open at the time of the run. */
export function makePull(number: number, changes: Record<string, unknown> = {}) {
  const from = { ...fork, branch: 'faster', commit };
  const created = '2026-11-20T10:00:00Z';
  return { number, from, author: 'mallory', created_at: created, ...changes };
}

interface Settings extends Partial<GithubSettings> {
  releaseBranches?: readonly string[];
}

export function connect(github: FakeGithubApi, settings: Settings = {}) {
  const { releaseBranches = defaultReleaseBranches, ...own } = settings;
  const credentials = { token: github.tokens.plain };
  const client = openGithub({ apiUrl: github.url, credentials, clock: makeClock(), ...own });
  return { client, ci: openGithubFacts({ client, releaseBranches }) };
}

export function askFacts(github: FakeGithubApi, settings: Settings = {}): Promise<CiFacts> {
  return connect(github, settings).ci.findFacts(build, never);
}
