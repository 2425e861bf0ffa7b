import { expect, test } from 'vitest';
import { formatMarker } from '../../../src/report/markdown-text.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { privateKey } from '../../servers/github/app-key.ts';
import { refuse } from '../../servers/github/answer.ts';
import { check, listRequests, openAppSide, openSide, openSideOfPull } from './open-side.ts';

test('a server of one’s own is asked below its own address, by both of its APIs', async () => {
  const { side, github, state, fake, repository } = await openSideOfPull(
    {},
    { server: { prefix: '/api/v3' } },
  );
  const own = { login: 'perigee-gate[bot]', appId: 4711 };
  for (const text of ['one', 'two']) {
    addComment(state, fake, 1, { ...own, body: `${formatMarker('perigee')}\n${text}` });
  }
  await side.writeComment(repository, 1, 'Slower.');
  expect(fake.comments[1]?.minimised).toBe('OUTDATED');
  expect(listRequests(github)).toContain('POST /graphql');
});

test('the app is asked for its name once', async () => {
  const { side, github } = await openSide();
  expect(await Promise.all([side.slug(), side.slug()])).toEqual(['perigee-gate', 'perigee-gate']);
  expect(await side.slug()).toBe('perigee-gate');
  expect(listRequests(github)).toEqual(['GET /app']);
});

test('a name that could not be had is asked for again', async () => {
  const { side, github } = await openSide();
  github.intercept = () => refuse(401, 'Integration not found');
  await expect(side.slug()).rejects.toMatchObject({
    name: 'Unavailable',
    retryAfterMs: 60_000,
    message:
      'GitHub said 401 for the app itself: the id or the key of the app is invalid or was revoked',
  });
  github.intercept = () => undefined;
  expect(await side.slug()).toBe('perigee-gate');
});

test('what cannot be a key or an address is told before anything is asked, and not quoted', () => {
  const settings = { appId: 4711, apiUrl: 'https://api.github.com' };
  expect(() => openAppSide({ ...settings, privateKey: 'secret' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
  expect(() => openAppSide({ ...settings, privateKey: 'secret' })).toThrow(
    'not an RSA key (6 characters, ERR_OSSL_UNSUPPORTED)',
  );
  const apiUrl = 'https://user:secret@example.com';
  expect(() => openAppSide({ ...settings, privateKey, apiUrl })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});

test('a key in one line, as environments hold it, is a key', async () => {
  const { side } = await openSide({ privateKey: privateKey.replaceAll('\n', '\\n') });
  expect(await side.slug()).toBe('perigee-gate');
});

test('no message holds a token or a line break, whatever GitHub says', async () => {
  const { side, github, state, fake, repository } = await openSide();
  const head = fake.branches.get('main') ?? '';
  await side.findCheck(repository, head);
  const [token = ''] = state.tokens.keys();
  for (const status of [400, 403, 404, 409, 410, 418, 422, 451]) {
    github.intercept = ({ path }) =>
      path.startsWith('/repos')
        ? refuse(status, `no\r\n\u202ewith\u0000 you${'x'.repeat(5000)}`)
        : undefined;
    const error: unknown = await side
      .writeCheck(repository, head, check)
      .catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'Refused', status });
    const { message } = error as Error;
    expect(message).toMatch(/^\P{C}{1,500}$/u);
    expect(JSON.stringify([message, (error as Error).stack])).not.toContain(token);
  }
});

test('after the end nothing is asked any more', async () => {
  const stop = new AbortController();
  const { side, github, repository } = await openSide({ signal: stop.signal });
  stop.abort(new Error('the service stops'));
  await expect(side.defaultBranch(repository)).rejects.toMatchObject({ name: 'Unavailable' });
  expect(listRequests(github)).not.toContain('GET /repos/acme/sync');
});
