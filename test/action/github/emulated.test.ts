import { expect, test } from 'vitest';
import { connectGithub, type GithubApi } from '../../../action/src/github/connect.ts';
import { findAppCheck } from '../../../action/src/github/find-app-check.ts';
import { markerOf, postComment } from '../../../action/src/github/post-comment.ts';
import { startEmulatedGithub, type EmulatedGithub } from '../servers/emulated-github.ts';

/** A pull request of one commit; returns its number and its head. */
async function openPullRequest({ asOwner }: EmulatedGithub): Promise<[number, string]> {
  const repository = '/repos/acme/sync';
  const main = await asOwner('GET', `${repository}/git/ref/heads/main`);
  const { sha } = main['object'] as { sha: string };
  await asOwner('POST', `${repository}/git/refs`, { ref: 'refs/heads/faster', sha });
  const file = { message: 'faster', content: 'MQ==', branch: 'faster' };
  await asOwner('PUT', `${repository}/contents/faster.txt`, file);
  const pull = { title: 'Faster', head: 'faster', base: 'main' };
  const made = await asOwner('POST', `${repository}/pulls`, pull);
  return [Number(made['number']), (made['head'] as { sha: string }).sha];
}

async function connect(github: EmulatedGithub, access: 'read' | 'write'): Promise<GithubApi> {
  const token = await github.tokenFor({ pull_requests: access, issues: access, checks: 'read' });
  return (await connectGithub(token, github.url, { owner: 'acme', name: 'sync' }))!;
}

const text = { suite: 'sync', body: 'Nothing regressed.', shortBody: 'Nothing.' };

test('a job comments as the bot that it is, changes that comment, and leaves a planted one alone', async () => {
  const github = await startEmulatedGithub();
  const [pullRequest, head] = await openPullRequest(github);
  const path = `/repos/acme/sync/issues/${pullRequest}/comments`;
  await github.asOwner('POST', path, { body: `${markerOf('sync')}\nPlanted.` });
  const api = await connect(github, 'write');
  const request = { ...text, pullRequest, head };
  expect(await postComment(api, request, [])).toMatchObject({ kind: 'created' });
  const newer = { ...request, body: 'Something regressed.' };
  expect(await postComment(api, newer, [])).toMatchObject({ kind: 'updated' });
  const comments = Object.values(await github.asOwner('GET', path));
  expect(comments).toMatchObject([
    { user: { login: 'acme' }, body: `${markerOf('sync')}\nPlanted.` },
    { user: { login: 'github-actions[bot]' }, body: `${markerOf('sync')}\nSomething regressed.` },
  ]);
});

test("the read-only token of a fork's job may not comment", async () => {
  const github = await startEmulatedGithub();
  const [pullRequest, head] = await openPullRequest(github);
  const api = await connect(github, 'read');
  const result = postComment(api, { ...text, pullRequest, head }, []);
  await expect(result).rejects.toMatchObject({
    code: 'ci-not-allowed',
    message: expect.stringContaining('the token may not do it'),
  });
});

test('where no app has made a check, none is found', async () => {
  const github = await startEmulatedGithub();
  const [, head] = await openPullRequest(github);
  expect(await findAppCheck(await connect(github, 'read'), head)).toBeUndefined();
});
