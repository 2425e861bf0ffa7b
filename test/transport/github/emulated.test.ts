import { expect, test } from 'vitest';
import { openGithubCommits } from '../../../src/transport/github/commits.ts';
import { findPullRequest, openGithubFacts } from '../../../src/transport/github/facts.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { type EmulatedGithub, startEmulatedGithub } from '../../action/servers/emulated-github.ts';
import { never } from './ask-facts.ts';

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
