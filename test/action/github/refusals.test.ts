import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { connectGithub } from '../../../action/src/github/connect.ts';
import { postComment, type CommentResult } from '../../../action/src/github/post-comment.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { listenUntilEnd, startFakeServer } from '../../servers/ci/fake-server.ts';
import { refuse } from '../../servers/github/answer.ts';
import type { Answer } from '../../servers/listen.ts';
import { startFakeGithub, type FakeGithub } from '../servers/fake-github.ts';

async function post(github: { url: string }, waits: number[] = []): Promise<CommentResult> {
  const api = await connectGithub('token', github.url, { owner: 'acme', name: 'sync' });
  const text = { body: 'Long.', shortBody: 'Short.' };
  return postComment(api!, { pullRequest: 7, head: 'a'.repeat(40), suite: 'sync', ...text }, waits);
}

/** Answers so when a comment is written. */
async function startRefusing(answer: Answer): Promise<FakeGithub> {
  const github = await startFakeGithub();
  github.intercept = (method, path) =>
    method === 'POST' && path !== '/graphql' ? answer : undefined;
  return github;
}

test.each([
  ['ci-not-allowed', 403, 'Resource not accessible by integration'],
  ['ci-not-allowed', 403, 'Unable to create comment because issue is locked.'],
  ['ci-strange-answer', 422, 'Validation Failed'],
])('it is %s when GitHub says %i %s', async (code, status, words) => {
  const github = await startRefusing(refuse(status, words));
  const message = expect.stringContaining(words) as string;
  await expect(post(github)).rejects.toMatchObject({ code, status, message });
});

test.each([
  [404, 'Not Found', 'ci-not-found', 'it is not there, or the token may not see it'],
  [401, 'Bad credentials', undefined, 'the token is invalid or was revoked'],
  [403, 'You have exceeded a secondary rate limit', undefined, 'too many requests (403)'],
  [502, 'Server Error', undefined, 'GitHub is out of order (502)'],
])('%i %s is said in our own words', async (status, words, code, said) => {
  const github = await startRefusing(refuse(status, words));
  const error: unknown = await post(github).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(said) });
  expect(error).toBeInstanceOf(code === undefined ? Unavailable : Refused);
});

test('a rejected token is not tried again', async () => {
  const github = await startRefusing(refuse(401, 'Bad credentials'));
  await expect(post(github, [1, 1])).rejects.toMatchObject({ status: 401 });
  expect(github.requests.filter((line) => line.startsWith('POST /repos'))).toHaveLength(1);
});

test('a proxy that answers with a page is told as such', async () => {
  const headers = { 'content-type': 'text/html' };
  const url = await startFakeServer(() => ({ status: 200, bytes: Buffer.from('<html>'), headers }));
  await expect(post({ url })).rejects.toThrow(/^GitHub answered no JSON for the comments on 7/);
});

test('without a token there is nothing to ask GitHub with', async () => {
  const repository = { owner: 'acme', name: 'sync' };
  expect(await connectGithub('', 'https://api.github.com', repository)).toBe(undefined);
});

test('what failed for a moment is tried again, and makes one comment only', async () => {
  const github = await startFakeGithub();
  let failures = 0;
  github.intercept = (method, path) => {
    if (method !== 'POST' || path === '/graphql' || failures > 0) return undefined;
    failures += 1;
    const made = { id: 1, login: github.login, body: '<!-- perigee:sync:v1 -->\nLong.' };
    // It was written, and the answer was lost.
    github.comments.push(made);
    return refuse(500, 'Oops');
  };
  expect(await post(github, [1])).toMatchObject({ kind: 'unchanged' });
  expect(github.comments).toHaveLength(1);
});

test('a wait that GitHub asks for is kept, unless it is longer than a job should wait', async () => {
  const limited = refuse(429, 'Too many requests');
  const long = await startRefusing({ ...limited, headers: { 'retry-after': '3600' } });
  await expect(post(long, [1])).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  expect(long.requests.filter((line) => line.startsWith('POST /repos'))).toHaveLength(1);
  const short = await startRefusing({ ...limited, headers: { 'retry-after': '0' } });
  await expect(post(short, [60_000])).rejects.toBeInstanceOf(Unavailable);
  expect(short.requests.filter((line) => line.startsWith('POST /repos'))).toHaveLength(2);
});

test('a server that is not there is told as one that did not answer', async () => {
  const github = { ...(await startFakeGithub()), url: 'http://127.0.0.1:1' };
  await expect(post(github)).rejects.toThrow(/^GitHub did not answer: bad port$/);
});

test('a GitHub that never answers is given up, for one answer and for all of a job', async () => {
  const url = `http://127.0.0.1:${await listenUntilEnd(createServer(() => undefined))}`;
  const repository = { owner: 'acme', name: 'sync' };
  const text = { body: 'Long.', shortBody: 'Short.' };
  const request = { pullRequest: 7, head: 'a'.repeat(40), suite: 'sync', ...text };
  for (const patience of [
    { requestMs: 100, jobMs: 600_000 },
    { requestMs: 600_000, jobMs: 100 },
  ]) {
    const api = await connectGithub('token', url, repository, patience);
    await expect(postComment(api!, request, [10])).rejects.toBeInstanceOf(Unavailable);
  }
});
