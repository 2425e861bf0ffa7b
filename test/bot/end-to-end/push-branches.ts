/** What people push: to branches of their own, past the protection of main, and into the merge queue. */
import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Git } from '../../action/act/stage-repository.ts';
import type { EmulatedBotGithub } from '../servers/emulated-github.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { fork } from '../servers/fake/history.ts';
import { tellMergeGroup } from '../servers/fake/payloads.ts';
import type { StagedExample } from './stage-example.ts';
import { type Group, nameOfGroup } from './triggers.ts';

export const slug = 'acme/sync';

export interface OpenedPull {
  number: number;
  head: string;
}

/** Pushes to branches of the repository. */
export interface Branches {
  /** Opens a pull request of a branch of the example. @param ofFork it comes from mallory's fork */
  open(branch: string, options?: { ofFork?: boolean }): Promise<OpenedPull>;
  /** To a branch that is there. */
  push(branch: string, commit: string, options?: { force?: boolean }): Promise<void>;
  /** To main, by somebody whom its protection does not hold back. @returns what main was before */
  pushPast(commit: string): Promise<string>;
  /** A group comes into the merge queue. */
  queue(group: Group): Promise<void>;
  /** The queue gives a group up, as one whose checks have failed or that is put on one. */
  drop(group: Group): Promise<void>;
  /** As the queue does with a group whose checks have passed. @returns the status of GitHub's answer */
  mergeGroup(group: Group): Promise<number>;
}

export function openBranches(github: EmulatedBotGithub, example: StagedExample): Branches {
  const { asOwner, asWriter } = github;
  const refs = `/repos/${slug}/git/refs`;
  const bring = (commit: string): Promise<void> =>
    pushObjects(asWriter, slug, example, [commit, '^main']);
  const tell = async (group: Group, action: 'checks_requested' | 'destroyed'): Promise<void> => {
    await github.sync();
    const { repository, state } = github;
    const webhook = tellMergeGroup(state, repository, group, action);
    expect((await deliver(state, webhook)).statusCode).toBe(200);
  };
  const point = (branch: string, commit: string): void =>
    void example.git('update-ref', `refs/heads/${branch}`, commit);
  return {
    open: (branch, { ofFork = false } = {}) =>
      ofFork ? openFromFork(github, example, branch) : openBranch(github, example, branch),
    push: async (branch, commit, options) => {
      await bring(commit);
      point(branch, commit);
      await github.push(branch, commit, options);
    },
    pushPast: async (commit) => {
      const before = example.git('rev-parse', 'main');
      await bring(commit);
      point('main', commit);
      await movePast(github, commit);
      return before;
    },
    queue: async (group) => {
      await bring(group.head);
      const branch = nameOfGroup(group);
      point(branch, group.head);
      await asOwner('POST', refs, { ref: `refs/heads/${branch}`, sha: group.head });
      await tell(group, 'checks_requested');
    },
    drop: async (group) => {
      await asOwner('DELETE', `${refs}/heads/${nameOfGroup(group)}`);
      await tell(group, 'destroyed');
    },
    mergeGroup: async ({ branch, head }) => {
      const path = `${refs}/heads/${branch}`;
      const { status } = await github.tryAsOwner('PATCH', path, { sha: head });
      if (status === 200) point(branch, head);
      return status;
    },
  };
}

/** The repository begins with a commit of its own: its branch is moved to that of the example. */
export async function pushMain(github: EmulatedBotGithub, example: StagedExample): Promise<void> {
  await pushObjects(github.asOwner, slug, example, ['main']);
  await movePast(github, example.git('rev-parse', 'main'));
}

/** Main is protected from everybody: for the time of the push it is not. */
async function movePast({ asOwner }: EmulatedBotGithub, sha: string): Promise<void> {
  const protection = `/repos/${slug}/branches/main/protection`;
  await asOwner('DELETE', protection);
  await asOwner('PATCH', `/repos/${slug}/git/refs/heads/main`, { sha, force: true });
  await asOwner('PUT', protection, {
    required_status_checks: { strict: false, contexts: ['perigee'] },
    ...{ enforce_admins: true, required_pull_request_reviews: null, restrictions: null },
  });
}

async function openBranch(
  github: EmulatedBotGithub,
  example: StagedExample,
  branch: string,
): Promise<OpenedPull> {
  await pushObjects(github.asWriter, slug, example, [branch, '^main']);
  const head = example.git('rev-parse', branch);
  const ref = { ref: `refs/heads/${branch}`, sha: head };
  await github.asWriter('POST', `/repos/${slug}/git/refs`, ref);
  const pull = { title: branch, head: branch, base: 'main' };
  const made = await github.asWriter('POST', `/repos/${slug}/pulls`, pull);
  return { number: Number(made['number']), head };
}

async function openFromFork(
  github: EmulatedBotGithub,
  example: StagedExample,
  branch: string,
): Promise<OpenedPull> {
  const asStranger: EmulatedBotGithub['asOwner'] = async (method, path, body) => {
    const answer = await github.tryAsStranger(method, path, body);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.body;
  };
  const made = await asStranger('POST', `/repos/${slug}/forks`, {});
  const mirror = fork(github.state, github.repository, 'mallory');
  mirror.id = Number(made['id']);
  await pushObjects(asStranger, 'mallory/sync', example, [branch]);
  const head = example.git('rev-parse', branch);
  const ref = { ref: `refs/heads/${branch}`, sha: head };
  await asStranger('POST', '/repos/mallory/sync/git/refs', ref);
  // GitHub keeps the commits of all forks together: a pull request brings them to where it is opened.
  await pushObjects(github.asOwner, slug, example, [branch, '^main']);
  const pull = { title: branch, head: `mallory:${branch}`, base: 'main' };
  const opened = await asStranger('POST', `/repos/${slug}/pulls`, pull);
  return { number: Number(opened['number']), head };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * Brings commits of a repository into one of the emulator, which computes ids as git does: there they are the
 * same commits.
 * @param call as somebody who may write there
 * @param slug `owner/name` there
 */
async function pushObjects(
  call: Call,
  slug: string,
  { origin, git }: { origin: string; git: Git },
  refs: readonly string[],
): Promise<void> {
  const api = `/repos/${slug}/git`;
  for (const commit of git('rev-list', '--reverse', ...refs).split('\n')) {
    const tree = listFiles(git, commit).map(({ mode, path, sha }) => ({
      ...{ path, mode, type: 'blob' },
      content: execFileSync('git', ['cat-file', 'blob', sha], { cwd: origin, encoding: 'utf8' }),
    }));
    const { sha } = await call('POST', `${api}/trees`, { tree });
    const format = '--format=%an%n%ae%n%aI%n%cn%n%ce%n%cI%n%P';
    const [name, email, date, byName, byEmail, byDate, parents = ''] = git(
      ...['show', '--no-patch', format, commit],
    ).split('\n');
    const made = await call('POST', `${api}/commits`, {
      ...{ tree: sha, message: git('show', '--no-patch', '--format=%B', commit) },
      parents: parents.split(' ').filter((parent) => parent !== ''),
      author: { name, email, date },
      committer: { name: byName, email: byEmail, date: byDate },
    });
    if (made['sha'] !== commit) throw new Error(`${commit} became ${String(made['sha'])}`);
  }
}

function listFiles(git: Git, commit: string) {
  return git('ls-tree', '-r', commit)
    .split('\n')
    .map((line) => {
      const [, mode = '', sha = '', path = ''] = /^(\d+) blob (\w+)\t(.*)$/.exec(line) ?? [];
      return { mode, sha, path };
    });
}
