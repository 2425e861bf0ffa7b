import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { askGithub, type GithubPeople } from '../../../../src/web/api/readers/github-people.ts';
import { openSeal, openSignIn } from '../../../../src/web/api/readers/sign-in.ts';
import { listenUntilEnd } from '../../../servers/ci/fake-server.ts';

const token = 'ghu_token_of_ann';

/** A GitHub that knows one token until it is revoked, and answers what it was asked before that. */
async function openGithub(): Promise<{
  people(): GithubPeople;
  asked: string[];
  hold(): () => void;
}> {
  let isRevoked = false;
  let held: Promise<undefined> | undefined;
  const asked: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const status = isRevoked ? 401 : 200;
    asked.push(`${method} ${url.split('?', 1)[0]}`);
    if (method === 'DELETE') {
      isRevoked = true;
      response.writeHead(204).end();
      return;
    }
    await held;
    const of = url.includes('/7/')
      ? { total_count: 1, repositories: [{ full_name: 'acme/sync' }] }
      : { total_count: 1, installations: [{ id: 7 }] };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(of));
  };
  const server = createServer((request, response) => void answer(request, response));
  const origin = `http://127.0.0.1:${await listenUntilEnd(server)}`;
  const settings = {
    ...{ clientId: 'client-id', clientSecret: 'client-secret' },
    ...{ apiUrl: `${origin}/api/v3`, publicUrl: origin },
  };
  return {
    people: () => askGithub(settings, () => 1e12),
    asked,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise;
      return () => resolve(undefined);
    },
  };
}

async function listSeen(people: GithubPeople): Promise<string[]> {
  return [...((await people.readerOf(token, 17).listSeen?.()) ?? ['everything'])];
}

const lists = (asked: readonly string[]): number =>
  asked.filter((one) => one.endsWith('/7/repositories')).length;

test('what a person sees is asked for once, and after a sign-out their session sees nothing', async () => {
  const { asked, people } = await openGithub();
  const here = people();
  expect(await listSeen(here)).toEqual(['acme/sync']);
  expect(await listSeen(here)).toEqual(['acme/sync']);
  expect(lists(asked)).toBe(1);
  await here.revoke(token);
  await expect(listSeen(here)).rejects.toMatchObject({ status: 401 });
  // So it is after a restart: GitHub knows that it is over.
  await expect(listSeen(people())).rejects.toMatchObject({ status: 401 });
});

test('an answer that was on its way while somebody signed out gives their session nothing later', async () => {
  const { asked, hold, people } = await openGithub();
  const here = people();
  const release = hold();
  const begun = listSeen(here);
  await expect.poll(() => asked).toEqual(['GET /api/v3/user/installations']);
  release();
  const releaseLast = hold();
  // GitHub has taken the last question before it hears of the sign-out.
  await expect.poll(() => lists(asked)).toBe(1);
  await here.revoke(token);
  releaseLast();
  expect(await begun).toEqual(['acme/sync']);
  await expect(listSeen(here)).rejects.toMatchObject({ status: 401 });
});

test('an agent sends its session as a bearer token, and a token of GitHub is none', () => {
  const [clientSecret, url] = ['client-secret', 'https://perigee.example.com'];
  const settings = { clientId: 'client-id', clientSecret, apiUrl: url, publicUrl: url };
  const { findReader } = openSignIn(settings, () => 0);
  const request = new IncomingMessage(new Socket());
  const find = (bearer: string) => {
    request.headers.authorization = `Bearer ${bearer}`;
    return findReader(request);
  };
  const seal = openSeal(clientSecret, 'session');
  expect(find(seal.close({ person: 1, token, untilMs: 1 }))?.name).toContain('1');
  expect(find(seal.close({ person: 1, token, untilMs: 0 }))).toBeUndefined();
  expect(find(token)).toBeUndefined();
});
