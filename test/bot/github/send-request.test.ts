import { expect, test } from 'vitest';
import type { Answer } from '../../servers/listen.ts';
import { refuse } from '../../servers/github/answer.ts';
import { listRequests, openSide } from './open-side.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';

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
