import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import type { AttemptVerdict, RunKey } from '../../../bot/src/ledger/ledger.ts';
import { openPages } from '../../../bot/src/pages/open-pages.ts';
import { createPageLinks } from '../../../bot/src/pages/page-link.ts';
import { parseDocument } from '../../../src/contract/validate.ts';

const key: RunKey = { repositoryId: 5, suite: 'sync', runId: '812' };
const links = createPageLinks('secret');
const file = 'schemas/examples/verdict/valid/one-regression.json';
const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
const asked: RunKey[] = [];

const pages = openPages(
  links,
  {
    readVerdicts: (run): AttemptVerdict[] => {
      asked.push(run);
      return run.runId === '812' ? [{ attempt: 1, shards: [0], verdict }] : [];
    },
  },
  () => ({ script: 'let page;', style: 'body{}', scriptSha256: 'abc' }),
);
const server = createServer((request, response) => {
  void pages.answer(request, response).then((isAnswered) => {
    if (!isAnswered) response.writeHead(418).end();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as { port: number };
const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
afterAll(() => server.close());

test('whoever has the link sees the verdict, and the link goes nowhere else', async () => {
  const answer = await ask(links.make(key));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await answer.text()).toContain(verdict.build.suite);
  expect(asked).toEqual([key]);
});

test('a link says nothing about the page of another run, suite or repository', async () => {
  const path = links.make(key);
  const mac = path.slice(path.indexOf('.'), path.lastIndexOf('/'));
  const others = [
    path.replace(/812$/, '813'),
    path.replace(mac, `.${'A'.repeat(22)}`),
    path.replace(/reports\/[^.]+/, `reports/${Buffer.from('[6,"sync"]').toString('base64url')}`),
    path.replace(/reports\/[^.]+/, `reports/${Buffer.from('{"a":1}').toString('base64url')}`),
    path.replace(/reports\/[^.]+/, 'reports/AAAA'),
    createPageLinks('another secret').make(key),
    '/reports/',
    '/reports/../reports',
  ];
  asked.splice(0);
  for (const other of others) expect((await ask(other)).status, other).not.toBe(200);
  expect(asked).toEqual([]);
});

test('a run whose verdict was let go is not found, and other paths are not ours', async () => {
  expect((await ask(links.make({ ...key, runId: '7' }))).status).toBe(404);
  expect((await ask('/healthz')).status).toBe(418);
  expect((await ask(links.make(key), 'POST')).status).toBe(405);
});

test('the name of a suite may be anything', () => {
  const odd = { ...key, suite: 'größe / "№ 1" <b>' };
  expect(links.read(links.make(odd))).toEqual(odd);
});

test('a build of Buildkite has its page too, at an address that no server in front of us refuses', () => {
  const build = { ...key, runId: 'acme/sync-2/42' };
  const path = links.make(build);
  expect(path).toMatch(/\/acme\/sync-2\/42$/);
  expect(links.read(path)).toEqual(build);
  // As it was made before, or as a server in front of us writes it.
  expect(links.read(path.replace('acme/sync-2/42', 'acme%2Fsync-2%2F42'))).toEqual(build);
  for (const other of ['acme/sync-2/43', 'acme/sync-2', '42', 'acme/../acme/sync-2/42', '%']) {
    expect(links.read(path.replace('acme/sync-2/42', other)), other).toBeUndefined();
  }
});

test('a link that was made when all runs were numbers is still good', () => {
  // Of the run 812 of the suite sync in repository 5.
  expect(links.read('/reports/WzUsInN5bmMiXQ.0YAfpz4bhIdNn0OUn39rK2/812')).toEqual(key);
});
