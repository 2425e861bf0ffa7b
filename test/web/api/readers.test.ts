import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../../src/web/api/addresses.ts';
import { ApiProblem } from '../../../src/web/api/http/api-problem.ts';
import { type ExplorerDoor, openExplorer } from '../../../src/web/api/http/open-explorer.ts';
import { openSignIn } from '../../../src/web/api/readers/sign-in.ts';
import { repository, writeWithSecret } from './make-history.ts';

describe('people who sign in at GitHub', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-sign-in-'));
  const asked: string[] = [];
  let isLimited = false;
  let isRevoked = false;
  let held: Promise<undefined> | undefined;
  /** The app covers acme/sync. Ann has a public repository of the name acme/secret, which the app does not cover. */
  const answerOfGithub = (request: IncomingMessage, response: ServerResponse): void => {
    const { authorization = '' } = request.headers;
    asked.push(`${request.method} ${request.url}`);
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.url === '/login/oauth/access_token') {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const { client_secret: secret, code } = JSON.parse(body) as Record<string, string>;
        const isRight = secret === 'client-secret' && code === 'code-of-ann';
        const token = { access_token: 'ghu_token_of_ann', scope: '' };
        answer(200, isRight ? token : { error: 'bad_code' });
      });
    } else if (request.method === 'DELETE') {
      const isApp = authorization === `basic ${btoa('client-id:client-secret')}`;
      isRevoked = isApp && request.url === '/api/v3/applications/client-id/token';
      response.writeHead(isRevoked ? 204 : 404).end();
    } else if (isRevoked || authorization !== 'token ghu_token_of_ann') answer(401, {});
    else if (isLimited) {
      response.writeHead(403, { 'x-ratelimit-remaining': '0' }).end();
    } else {
      const [path = '', query] = (request.url ?? '').slice('/api/v3'.length).split('?');
      const found = known(Number(new URLSearchParams(query).get('page')))[path];
      answer(found === undefined ? 404 : 200, found ?? {});
    }
  };
  const github = createServer((request, response) => {
    void Promise.resolve(held).then(() => answerOfGithub(request, response));
  });
  /** Two pages; the second has the repository of the test. */
  const known = (page: number): Record<string, unknown> => ({
    '/user': { id: 17, login: 'ann-b' },
    '/repos/acme/sync': {},
    '/repos/acme/secret': {},
    '/user/installations': {
      total_count: 3,
      installations: [{ id: 7 }, { id: 8, suspended_at: '2026-01-01T00:00:00Z' }, { id: 9 }],
    },
    '/user/installations/7/repositories': {
      total_count: 101,
      repositories: Array.from({ length: page === 1 ? 100 : 1 }, (_, i) => ({
        full_name: page === 1 ? `acme/other-${i}` : 'Acme/Sync',
      })),
    },
    '/user/installations/8/repositories': {
      total_count: 1,
      repositories: [{ full_name: 'acme/secret' }],
    },
  });
  let door: ExplorerDoor;
  let origin: string;
  let nowMs = 1e12;
  const server = createServer((request, response) => void door.answer(request, response));

  beforeAll(async () => {
    const file = join(folder, 'series.sqlite');
    await writeWithSecret(file);
    for (const each of [github, server]) await once(each.listen(0, '127.0.0.1'), 'listening');
    const portOf = (each: typeof server): number => (each.address() as AddressInfo).port;
    origin = `http://127.0.0.1:${portOf(server)}`;
    const signIn = openSignIn(
      {
        ...{ clientId: 'client-id', clientSecret: 'client-secret', publicUrl: origin },
        apiUrl: `http://127.0.0.1:${portOf(github)}/api/v3`,
      },
      () => nowMs,
    );
    door = openExplorer({
      ...{ store: { kind: 'sqlite', file }, signIn },
      report: (defect) => {
        throw defect;
      },
      admit: async (request) => {
        const reader = signIn.findReader(request);
        if (reader === undefined) throw new ApiProblem(401, 'sign in');
        return reader;
      },
    });
  });

  afterAll(() => {
    door.close();
    for (const each of [server, github]) each.close();
    rmSync(folder, { recursive: true });
  });

  const read = (path: string, cookie = '') =>
    fetch(new URL(path, origin), { headers: { cookie }, redirect: 'manual' });
  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');

  async function signIn(code: string, to = '/series?repository=acme%2Fsync') {
    const begun = await read(`/sign-in?${new URLSearchParams({ to })}`);
    const there = new URL(begun.headers.get('location')!);
    expect(there.pathname).toBe('/login/oauth/authorize');
    expect(there.searchParams.get('redirect_uri')).toBe(`${origin}/sign-in/github`);
    const query = new URLSearchParams({ code, state: there.searchParams.get('state')! });
    return { query, answer: await read(`/sign-in/github?${query}`, cookieOf(begun)) };
  }

  test('come back to the page that they wanted, and see what they can read there', async () => {
    const wanted = await read('/series?repository=acme%2Fsync');
    expect([wanted.status, (await read('/mcp')).status]).toEqual([303, 401]);
    expect(wanted.headers.get('location')).toBe(
      '/sign-in?to=%2Fseries%3Frepository%3Dacme%252Fsync',
    );
    const { answer } = await signIn('code-of-ann');
    expect(answer.headers.get('location')).toBe('/series?repository=acme%2Fsync');
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf(answer);
    expect(cookie).not.toContain('ghu_');
    const ofName = answer.headers.getSetCookie().find((one) => one.startsWith('perigee-name='));
    expect(ofName).toMatch(/^perigee-name=ann-b; Max-Age=28800; Path=\/; SameSite=Lax$/);
    const { repositories } = (await (await read(addressOf.listRepositories(), cookie)).json()) as {
      repositories: { repository: string }[];
    };
    expect(repositories.map((one) => one.repository)).toEqual([repository]);
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(200);
    expect((await read(addressOf.readOverview('acme/secret'), cookie)).status).toBe(404);
    expect((await read(addressOf.readOverview('../user'), cookie)).status).toBe(404);
    const listing = [
      'GET /api/v3/user',
      'GET /api/v3/user/installations?per_page=100&page=1',
      'GET /api/v3/user/installations/7/repositories?per_page=100&page=1',
      'GET /api/v3/user/installations/7/repositories?per_page=100&page=2',
      'GET /api/v3/user/installations/9/repositories?per_page=100&page=1',
    ];
    expect(asked.filter((one) => one.startsWith('GET'))).toEqual(listing);
    const before = asked.length;
    for (const name of ['acme/sync', 'acme/secret', 'ann/invented-1', 'ann/invented-2']) {
      await read(addressOf.readOverview(name), cookie);
    }
    expect(asked).toHaveLength(before);
    nowMs += 5 * 60_000;
    await read(addressOf.readOverview(repository), cookie);
    expect(asked.slice(before)).toEqual(listing.slice(1));
    nowMs += 8 * 3_600_000;
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(401);
  });

  test('hear that GitHub limits them, and not that they may see nothing', async () => {
    const cookie = cookieOf((await signIn('code-of-ann')).answer);
    nowMs += 5 * 60_000;
    isLimited = true;
    const limited = await read(addressOf.readOverview(repository), cookie);
    expect([limited.status, await limited.json()]).toMatchObject([
      429,
      { detail: expect.stringContaining('GitHub limits') },
    ]);
    isLimited = false;
    const before = asked.length;
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(429);
    expect(asked).toHaveLength(before);
    // Where nobody says for how long, nothing is asked for a minute.
    nowMs += 60_000;
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(200);
  });

  test('wait for their own answers where they ask for many at once', async () => {
    const cookie = cookieOf((await signIn('code-of-ann')).answer);
    nowMs += 5 * 60_000;
    const { promise, resolve: release } = Promise.withResolvers<undefined>();
    held = promise;
    const statuses: number[] = [];
    const answered = Array.from({ length: 30 }, async () => {
      statuses.push((await read(addressOf.listRepositories(), cookie)).status);
    });
    // Four have a place, and sixteen wait for these.
    await expect.poll(() => statuses).toEqual(Array(10).fill(429));
    release(undefined);
    await Promise.all(answered);
    expect(statuses.slice(10)).toEqual(Array(20).fill(200));
  });

  test('with a wrong code, or what another browser began, are not let in', async () => {
    const { answer, query } = await signIn('code-of-nobody');
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    expect((await read(`/sign-in/github?${query}`)).status).toBe(401);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/sign-in'])(
    'are not led to %s',
    async (to) => {
      const { answer } = await signIn('code-of-ann', to);
      expect(answer.headers.get('location')).toBe('/');
    },
  );

  test('sign out: the browser forgets the session, and GitHub ends it', async () => {
    const cookie = cookieOf((await signIn('code-of-ann')).answer);
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(200);
    expect(await (await read('/sign-out', cookie)).text()).toContain('<form method="post">');
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(200);
    const url = new URL('/sign-out', origin);
    // The form of a page elsewhere comes without the cookie.
    const foreign = await fetch(url, { method: 'POST' });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([200, []]);
    const out = await fetch(url, { method: 'POST', headers: { cookie } });
    expect([out.status, ...out.headers.getSetCookie()]).toEqual([
      200,
      expect.stringMatching(/^perigee=; Max-Age=0;/),
      expect.stringMatching(/^perigee-name=; Max-Age=0;/),
    ]);
    expect((await read(addressOf.readOverview(repository), cookie)).status).toBe(401);
    isRevoked = false;
  });

  const strange = ['//', `${addressOf.listSeries(repository)}?limit=5?`];
  test.each(strange)('hear that %s is no address', async (path) => {
    const { port } = new URL(origin);
    const asked = get({ port, host: '127.0.0.1', path }).on('response', (one) => one.resume());
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
  });

  test('of others the API says that they have to sign in', async () => {
    const answer = await read(addressOf.listRepositories(), 'perigee=forged');
    expect([answer.status, await answer.json()]).toMatchObject([401, { status: 401 }]);
  });
});
