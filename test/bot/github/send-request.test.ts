import { expect, test } from 'vitest';
import type { Answer } from '../../servers/listen.ts';
import { refuse } from '../../servers/github/answer.ts';
import { listRequests, openSide } from './open-side.ts';
import { makeClock } from './make-clock.ts';

const repositoryPath = '/repos/acme/sync';

/** GitHub answers questions about the repository itself with these, one after the other, and then well. */
async function open(...answers: Answer[]) {
  const clock = makeClock();
  const opened = await openSide({ clock });
  const { github, side, repository } = opened;
  const left = [...answers];
  github.intercept = ({ path }) => (path === repositoryPath ? left.shift() : undefined);
  const ask = () => side.defaultBranch(repository);
  const asked = () =>
    listRequests(github).filter((line) => line === `GET ${repositoryPath}`).length;
  return { ...opened, clock, ask, asked };
}

function limit(status: number, headers: Record<string, string>, message = 'slow down'): Answer {
  return { ...refuse(status, message), headers };
}

test('a short disturbance is waited for', async () => {
  const { clock, ask, asked } = await open(refuse(502, 'Bad Gateway'), refuse(500, 'Oh'));
  expect(await ask()).toBe('main');
  expect(asked()).toBe(3);
  expect(clock.waits).toEqual([500, 2000]);
});

test('an outage is told in one line, and nothing else is asked for it', async () => {
  const outage = refuse(503, 'Service Unavailable');
  const { ask, asked } = await open(outage, outage, outage, outage);
  await expect(ask()).rejects.toMatchObject({
    name: 'Unavailable',
    message: 'GitHub is out of order (503)',
  });
  expect(asked()).toBe(3);
});

test('nothing that makes something new is sent twice', async () => {
  const { side, github, repository } = await openSide({ clock: makeClock() });
  const head = '0'.repeat(40);
  github.intercept = ({ path }) =>
    path.endsWith('/check-runs') ? refuse(502, 'Bad Gateway') : undefined;
  const content = { status: 'queued', externalId: '', title: '', summary: '' } as const;
  const write = side.writeCheck(repository, head, { ...content, annotations: [], buttons: [] });
  await expect(write).rejects.toMatchObject({ name: 'Unavailable' });
  expect(listRequests(github).filter((line) => line.endsWith('/check-runs'))).toHaveLength(1);
});

test('Retry-After is kept to, in seconds, by everything of the installation', async () => {
  const { clock, side, repository, ask, asked } = await open(limit(429, { 'retry-after': '30' }));
  await expect(ask()).rejects.toMatchObject({ name: 'Unavailable', retryAfterMs: 30_000 });
  clock.advance(20_000);
  await expect(side.listOpenPullRequests(repository)).rejects.toMatchObject({
    retryAfterMs: 10_000,
    message: 'GitHub asked for no further request; 10 s of that are left',
  });
  expect(asked()).toBe(1);
  clock.advance(10_000);
  expect(await ask()).toBe('main');
});

test('a primary limit is over when GitHub says, by its own clock', async () => {
  const now = Math.floor(Date.now() / 1000) + 5000;
  const headers = {
    ...{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 90) },
    date: new Date(now * 1000).toUTCString(),
  };
  const { ask } = await open(limit(403, headers, 'API rate limit exceeded'));
  await expect(ask()).rejects.toMatchObject({
    ...{ name: 'Unavailable', retryAfterMs: 91_000 },
    message: 'GitHub has had too many requests (403)',
  });
});

test('a secondary limit without a time is waited for a minute, then for two, then for four', async () => {
  const words = 'You have exceeded a secondary rate limit. Please wait a few minutes.';
  const secondary = limit(403, {}, words);
  const { clock, ask } = await open(secondary, secondary, secondary);
  for (const minutes of [1, 2, 4]) {
    await expect(ask()).rejects.toMatchObject({ retryAfterMs: minutes * 60_000 });
    clock.advance(minutes * 60_000);
  }
  expect(await ask()).toBe('main');
});

test('a refusal that is no limit is not waited for', async () => {
  const { ask, asked } = await open(refuse(403, 'Resource not accessible by integration'));
  await expect(ask()).rejects.toMatchObject({ name: 'Refused', status: 403 });
  expect(asked()).toBe(1);
});

test('a token that was taken back is replaced', async () => {
  const { ask, asked, state } = await open();
  await ask();
  for (const token of state.tokens.keys()) state.tokens.delete(token);
  expect(await ask()).toBe('main');
  expect(state.tokens.size).toBe(1);
  expect(asked()).toBeGreaterThan(2);
});

test('a strange answer is refused, and tears nothing down', async () => {
  const strange: Answer[] = [
    { status: 200, body: { default_branch: 7 } },
    { status: 200, body: [] },
    { status: 200, body: null },
    { status: 200, bytes: Buffer.from('<html>'), headers: { 'content-type': 'text/html' } },
    {
      status: 200,
      bytes: Buffer.from('{"default_branch'),
      headers: { 'content-type': 'application/json' },
    },
    { status: 204 },
  ];
  const { ask } = await open(...strange);
  for (const _ of strange) {
    await expect(ask()).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /^GitHub(’s answer for the default branch of acme\/sync has no | answered no JSON for the default branch)/,
      ),
    });
  }
  expect(await ask()).toBe('main');
});

test.each([
  ['answers nothing', repositoryPath],
  ['gives no token', '/access_tokens'],
])('a server that %s is not waited for any longer than was said', async (_what, silent) => {
  const { side, github, repository } = await openSide({ patienceMs: 50, clock: makeClock() });
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  github.intercept = async ({ path }) => (path.endsWith(silent) ? end : undefined);
  await expect(side.defaultBranch(repository)).rejects.toMatchObject({
    name: 'Unavailable',
    message: 'GitHub did not answer: nothing came in time',
  });
  resolve(undefined);
});

test('nobody there is an outage', async () => {
  const clock = makeClock();
  const { side, github, repository } = await openSide({ clock });
  await github.close();
  await expect(side.defaultBranch(repository)).rejects.toMatchObject({
    name: 'Unavailable',
    message: 'GitHub did not answer: ECONNREFUSED',
  });
});
