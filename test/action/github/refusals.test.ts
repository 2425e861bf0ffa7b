import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connectGithub } from '../../../action/src/github/connect.ts';
import { postComment, type CommentResult } from '../../../action/src/github/post-comment.ts';
import { refuse } from '../../servers/github/answer.ts';
import type { Answer } from '../../servers/listen.ts';
import { startFakeGithub, type FakeGithub } from '../servers/fake-github.ts';

async function post(github: FakeGithub, waits: number[] = []): Promise<CommentResult> {
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
  ['not-allowed', 403, 'Resource not accessible by integration'],
  ['not-allowed', 403, 'Unable to create comment because issue is locked.'],
  ['not-allowed', 401, 'Bad credentials'],
  ['not-allowed', 404, 'Not Found'],
  ['not-accepted', 422, 'Validation Failed'],
  ['not-now', 403, 'You have exceeded a secondary rate limit'],
  ['not-now', 502, 'Server Error'],
])('it is %s when GitHub says %i %s', async (kind, status, message) => {
  const github = await startRefusing(refuse(status, message));
  const result = await post(github);
  expect(result.kind).toBe(kind);
  expect(result).toHaveProperty('why', expect.stringContaining(message));
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
  expect(await post(long, [1])).toMatchObject({ kind: 'not-now', waitMs: 3_600_000 });
  expect(long.requests.filter((line) => line.startsWith('POST /repos'))).toHaveLength(1);
  const short = await startRefusing({ ...limited, headers: { 'retry-after': '0' } });
  expect(await post(short, [60_000])).toMatchObject({ kind: 'not-now' });
  expect(short.requests.filter((line) => line.startsWith('POST /repos'))).toHaveLength(2);
});

test('a server that is not there is told as one that did not answer', async () => {
  const github = { ...(await startFakeGithub()), url: 'http://127.0.0.1:1' };
  expect(await post(github)).toMatchObject({
    kind: 'not-now',
    why: expect.stringMatching(/^GitHub did not answer/),
  });
});

test('a GitHub that never answers is given up, for one answer and for all of a job', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const repository = { owner: 'acme', name: 'sync' };
  const text = { body: 'Long.', shortBody: 'Short.' };
  const request = { pullRequest: 7, head: 'a'.repeat(40), suite: 'sync', ...text };
  for (const patience of [
    { requestMs: 100, jobMs: 600_000 },
    { requestMs: 600_000, jobMs: 100 },
  ]) {
    const api = await connectGithub('token', url, repository, patience);
    expect(await postComment(api!, request, [10])).toMatchObject({ kind: 'not-now' });
  }
});
