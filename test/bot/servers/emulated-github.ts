import { expect, onTestFinished } from 'vitest';
import { openFront } from './emulated-front.ts';
import { privateKey } from '../../servers/github/app-key.ts';
import { startEmulator } from '../../servers/github/start-emulator.ts';
import { deliver } from './fake/deliver.ts';
import { addRepository } from './fake/history.ts';
import { tellPull } from './fake/payloads.ts';
import {
  createState,
  type FakePull,
  type FakeRepository,
  type GithubState,
  usualPermissions,
} from './fake/state.ts';
import { openMovedHeads } from './moved-heads.ts';
import type { Json } from './fake/show.ts';

/**
 * Brings branches and pull requests of a state up to what another GitHub says of them. The list is there at every
 * moment: whoever looks while it is made anew sees the one of before.
 */
async function readPulls(
  state: GithubState,
  repository: FakeRepository,
  get: (path: string) => Promise<unknown>,
): Promise<void> {
  const path = `/repos/${repository.owner}/${repository.name}`;
  const now = state.nowMs();
  const know = (sha: string): void => {
    if (repository.commits.has(sha)) return;
    repository.commits.set(sha, { parents: [], files: new Map(), author: 'acme', atMs: now });
  };
  const branches = (await get(`${path}/branches?per_page=100`)) as Json[];
  for (const branch of branches) {
    const { sha } = branch['commit'] as { sha: string };
    know(sha);
    repository.branches.set(String(branch['name']), sha);
  }
  const pulls = (await get(`${path}/pulls?state=all&per_page=100`)) as Json[];
  const read: FakePull[] = [];
  for (const pull of pulls) {
    const head = pull['head'] as { sha: string; ref: string; repo: { id: number } };
    const base = pull['base'] as { sha: string; ref: string };
    know(head.sha);
    const { files } = (await get(`${path}/compare/${base.sha}...${head.sha}`)) as {
      files: { filename: string }[];
    };
    read.push({
      ...{ number: Number(pull['number']), title: String(pull['title']) },
      ...{ state: pull['state'] as FakePull['state'], merged: pull['merged_at'] !== null },
      author: (pull['user'] as { login: string }).login,
      head: { repositoryId: head.repo.id, branch: head.ref, commit: head.sha },
      ...{ baseBranch: base.ref, changedFiles: files.map(({ filename }) => filename) },
      createdAtMs: Date.parse(String(pull['created_at'])),
      updatedAtMs: Date.parse(String(pull['updated_at'])),
    });
  }
  repository.pulls = read;
}
/**
 * Work that is done one at a time, so that none writes over what a later one has read. Whoever asks while it is
 * done gets the next one, together with all others who ask meanwhile.
 */
function shareNext(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        current = work();
        return current;
      });
    return next;
  };
}

export interface EmulatedBotGithub {
  /** Of the API: the emulator's, and before it what stands in for what that lacks. */
  url: string;
  /**
   * What the emulator does not have: runs, jobs, artifacts. The functions of fake/people.ts fill it; branches
   * and pull requests in it are the emulator's, as of the last `sync`.
   */
  state: GithubState;
  repository: FakeRepository;
  sync(): Promise<void>;
  /** `GET /repos/o/r/…?…`, in order. */
  requests: string[];
  appId: number;
  privateKey: string;
  slug: string;
  installation: number;
  /** Of acme/sync. */
  repositoryId: number;
  /** As the person who owns acme/sync. @throws when it is refused */
  asOwner(method: string, path: string, body?: unknown): Promise<Json>;
  /** The same, with what was refused. */
  tryAsOwner(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** As dev, who may write there and own nothing. @throws when it is refused */
  asWriter(method: string, path: string, body?: unknown): Promise<Json>;
  /** As a person without rights there. */
  tryAsStranger(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Json }>;
  /** A branch off main with one commit, and a pull request of it. */
  openPull(
    branch: string,
    files?: Readonly<Record<string, string>>,
  ): Promise<{ number: number; head: string }>;
  /** A new commit on the head of a pull request. The emulator tells nobody of it. @returns the commit */
  pushTo(number: number): Promise<string>;
  /** A branch is moved to a commit that is there, and open pull requests of it go along. The app is told. */
  push(branch: string, commit: string, options?: { force?: boolean }): Promise<void>;
  /** A pull request as GitHub shows it. */
  readPull(number: number): Promise<Json>;
  /** As the owner. */
  merge(number: number): Promise<{ status: number; body: Json }>;
  /** Puts a file on a branch; pull requests of it stay where they are. @returns the new commit */
  commit(branch: string, path: string, content: string): Promise<string>;
}

const appId = 4711;
const slug = 'perigee-gate';
const installation = 77;

/**
 * A GitHub that others wrote, with acme/sync, whose branch main requires the check `perigee`, and the app
 * installed there. It proves flows, not limits. What it lacks is answered as by `startFakeGithub`: runs, jobs
 * and artifacts, rulesets, GraphQL, pull requests of a commit, the files of a pull request, the list of
 * deliveries, the repositories of an installation, heads of pull requests that a push moves. It checks no
 * lengths, and for a merge a required check has to be a `success`.
 * @param webhook where the app's webhooks go, and what they are signed with
 */
export async function startEmulatedBotGithub(
  options: {
    webhook?: { url: string; secret: string };
    files?: Readonly<Record<string, string>>;
    requires?: readonly string[];
  } = {},
): Promise<EmulatedBotGithub> {
  const { webhook, files = {}, requires = ['perigee'] } = options;
  const github = await startEmulator({
    tokens: {
      owner: { login: 'acme', scopes: ['repo'] },
      writer: { login: 'dev', scopes: ['repo'] },
      stranger: { login: 'mallory', scopes: ['repo'] },
    },
    github: {
      users: [{ login: 'acme' }, { login: 'dev' }, { login: 'mallory' }],
      repos: [{ owner: 'acme', name: 'sync', auto_init: true }],
      apps: [
        {
          ...{ app_id: appId, slug, name: 'Perigee', private_key: privateKey },
          permissions: { ...usualPermissions },
          events: ['*'],
          ...(webhook === undefined
            ? {}
            : { webhook_url: webhook.url, webhook_secret: webhook.secret }),
          installations: [
            { installation_id: installation, account: 'acme', repository_selection: 'all' },
          ],
        },
      ],
    },
  });
  const { call } = github;
  const callAs =
    (token: string) =>
    (method: string, path: string, body?: unknown): Promise<Json> =>
      github.insist(token, method, path, body);
  const asOwner = callAs('owner');
  const asWriter = callAs('writer');
  const repository = '/repos/acme/sync';
  const commit = async (branch: string, path: string, content: string): Promise<string> => {
    const place = `${repository}/contents/${path}`;
    const old = await call('owner', 'GET', `${place}?ref=${branch}`);
    const made = await asOwner('PUT', place, {
      ...{ message: path, branch, content: Buffer.from(content).toString('base64') },
      ...(old.status === 200 ? { sha: old.body['sha'] } : {}),
    });
    return String((made['commit'] as Json)['sha']);
  };
  for (const [path, content] of Object.entries(files)) await commit('main', path, content);
  await asOwner('PUT', `${repository}/branches/main/protection`, {
    required_status_checks: { strict: false, contexts: requires },
    ...{ enforce_admins: true, required_pull_request_reviews: null, restrictions: null },
  });
  await asOwner('PUT', `${repository}/collaborators/dev`, { permission: 'push' });
  const state = createState();
  if (webhook !== undefined) state.webhook = webhook;
  const mirror = addRepository(state, 'acme', 'sync');
  mirror.id = Number((await asOwner('GET', repository))['id']);
  const heads = openMovedHeads(`${repository}/pulls`, (...request) => call('owner', ...request));
  const sync = shareNext(() =>
    readPulls(state, mirror, async (path) => heads.correct(await asOwner('GET', path))),
  );
  await sync();
  const front = await openFront(github.url, state, sync, heads);
  onTestFinished(async () => {
    await front.close();
    expect(front.faults).toEqual([]);
  });
  return {
    ...{ url: front.url, requests: front.requests, state, repository: mirror, sync },
    ...{ appId, slug, installation, privateKey },
    repositoryId: mirror.id,
    ...{ asOwner, asWriter, commit },
    tryAsOwner: (method, path, body) => call('owner', method, path, body),
    tryAsStranger: (method, path, body) => call('stranger', method, path, body),
    pushTo: async (number) => {
      await asOwner('PUT', `${repository}/pulls/${number}/update-branch`, {});
      const pull = await asOwner('GET', `${repository}/pulls/${number}`);
      return (pull['head'] as { sha: string }).sha;
    },
    push: async (branch, sha, { force = false } = {}) => {
      await asWriter('PATCH', `${repository}/git/refs/heads/${branch}`, { sha, force });
      await sync();
      const isOfIt = ({ head, state: shown }: FakePull): boolean =>
        shown === 'open' && head.branch === branch && head.repositoryId === mirror.id;
      const numbers = mirror.pulls.filter(isOfIt).map(({ number }) => number);
      for (const number of numbers) heads.move(number, sha);
      await sync();
      for (const pull of mirror.pulls.filter(({ number }) => numbers.includes(number))) {
        await deliver(state, tellPull(state, mirror, pull, 'synchronize'));
      }
    },
    readPull: async (number) =>
      heads.correct(await asOwner('GET', `${repository}/pulls/${number}`)) as Json,
    merge: (number) => heads.merge(number),
    openPull: async (branch, changes = { 'faster.txt': '1' }) => {
      const main = await asOwner('GET', `${repository}/git/ref/heads/main`);
      const { sha } = main['object'] as { sha: string };
      await asOwner('POST', `${repository}/git/refs`, { ref: `refs/heads/${branch}`, sha });
      for (const [path, content] of Object.entries(changes)) await commit(branch, path, content);
      const pull = { title: branch, head: branch, base: 'main' };
      const made = await asOwner('POST', `${repository}/pulls`, pull);
      return { number: Number(made['number']), head: (made['head'] as { sha: string }).sha };
    },
  };
}
