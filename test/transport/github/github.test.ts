import { describe, expect, test } from 'vitest';
import { openGithubCommits } from '../../../src/transport/github/commits.ts';
import { findPullRequest, openGithubFacts } from '../../../src/transport/github/facts.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { parseRun } from '../../../src/transport/github/run.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { type EmulatedGithub, startEmulatedGithub } from '../../action/servers/emulated-github.ts';
import { payloadsOf } from '../../action/trigger/payloads.ts';
import { makeClock } from '../rest/make-clock.ts';
import { never } from './ask-facts.ts';

describe('emulated', () => {
  const path = '/repos/acme/sync';

  /** A pull request of one commit; returns its number and its head. */
  async function openPullRequest({ asOwner }: EmulatedGithub): Promise<[number, string]> {
    const main = await asOwner('GET', `${path}/git/ref/heads/main`);
    const { sha } = main['object'] as { sha: string };
    await asOwner('POST', `${path}/git/refs`, { ref: 'refs/heads/faster', sha });
    const file = { message: 'faster', content: 'MQ==', branch: 'faster' };
    await asOwner('PUT', `${path}/contents/faster.txt`, file);
    const pull = { title: 'Faster', head: 'faster', base: 'main' };
    const made = await asOwner('POST', `${path}/pulls`, pull);
    return [Number(made['number']), (made['head'] as { sha: string }).sha];
  }

  test('the emulated GitHub gives an app of ours what it needs, and nothing of other repositories', async () => {
    const emulated = await startEmulatedGithub();
    const [number, commit] = await openPullRequest(emulated);
    const { appId, privateKey } = emulated;
    const client = openGithub({ apiUrl: emulated.url, credentials: { appId, privateKey } });
    const facts = await openGithubCommits(client).findCommit('acme/sync', commit, never);
    expect(facts.parents).toHaveLength(1);
    expect(Date.parse(facts.committedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const repository = readFields(await emulated.asOwner('GET', path), 'the emulator').whole('id');
    const run = {
      ...{ id: 99, commit, event: 'pull_request', attempt: 1, branch: 'faster', pullRequests: [] },
      ...{ createdAt: new Date().toISOString(), url: undefined, repositoryId: repository },
      head: { repositoryId: repository, owner: 'acme' },
    };
    const question = { repository: { owner: 'acme', name: 'sync' }, what: 'a run', signal: never };
    expect(await findPullRequest(client, question, run)).toMatchObject({
      kind: 'found',
      pullRequest: { number, author: 'acme', baseBranch: 'main' },
    });
    const asked = openGithubFacts({ client, releaseBranches: [] }).findFacts(
      { repository: 'acme/sync', runId: '99' },
      never,
    );
    await expect(asked).rejects.toMatchObject({ code: 'ci-not-found' });
  });
});

describe('queue writes', () => {
  test('after two at once the writes of an installation are a second apart, those of two are not', async () => {
    const clock = makeClock();
    const begun = clock.monotonicMs();
    const queue = queueWrites(clock, 1000);
    const starts: [number, number][] = [];
    const write = (account: number) =>
      queue.run(account, 'acme/sync', () => {
        starts.push([account, clock.monotonicMs() - begun]);
        return Promise.resolve();
      });
    await Promise.all([write(77), write(77), write(77)]);
    await write(78);
    clock.pass(300);
    await write(77);
    expect(starts).toEqual([
      ...[
        [77, 0],
        [77, 0],
        [77, 1000],
      ],
      ...[
        [78, 1000],
        [77, 2000],
      ],
    ]);
  });

  test('repositories take turns: many writes of one do not keep another one waiting', async () => {
    const queue = queueWrites(makeClock(), 1000);
    const order: string[] = [];
    const write = (repository: string) =>
      queue.run(77, repository, () => Promise.resolve(order.push(repository)));
    const all = Array.from({ length: 6 }, () => write('busy'));
    await Promise.all([...all, write('quiet'), write('calm'), write('quiet')]);
    expect(order.slice(0, 6)).toEqual(['busy', 'busy', 'quiet', 'calm', 'busy', 'quiet']);
  });

  test('a write that fails tells its own caller alone', async () => {
    const queue = queueWrites(makeClock(), 0);
    const failed = queue.run(77, 'a', () => Promise.reject(new Error('no')));
    const done = queue.run(77, 'a', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await done).toBe('yes');
  });
});

describe('run', () => {
  const runs = payloadsOf('workflow_run').map((payload) => payload['workflow_run'] as Run);

  interface Run {
    id: number;
    head_sha: string;
    event: string;
    repository: { id: number };
    head_repository: { id: number };
  }

  const parse = (run: object) => parseRun(readFields(run, 'GitHub’s answer'));

  test('every run that GitHub has sent is understood', () => {
    expect(runs.length).toBeGreaterThan(3);
    for (const run of runs) {
      expect(parse(run)).toMatchObject({
        ...{ commit: run.head_sha, event: run.event, attempt: 1 },
        repositoryId: run.repository.id,
        head: { repositoryId: run.head_repository.id },
        createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      });
    }
  });

  test.each<[string, object]>([
    ['no commit', { head_sha: undefined }],
    ['a short commit', { head_sha: 'abc1234' }],
    ['a commit that is no text', { head_sha: 7 }],
    ['an event of two lines', { event: 'push\nx' }],
    ['no repository', { repository: null }],
    ['no id', { id: undefined }],
  ])('a run with %s is refused', (_title, changes) => {
    const [run] = runs;
    expect(() => parse({ ...run, ...changes })).toThrow(
      expect.objectContaining({ name: 'Refused', code: 'ci-strange-answer' }),
    );
  });

  test('what is not of the form that GitHub sends is left out where it only helps', () => {
    const [run] = runs;
    const strange = {
      head_branch: 'a\u0000b',
      html_url: 'javascript:alert(1)',
      created_at: 'soon',
    };
    expect(parse({ ...run, ...strange, pull_requests: 'none' })).toMatchObject({
      ...{ branch: undefined, url: undefined, createdAt: undefined, pullRequests: [] },
    });
  });
});
