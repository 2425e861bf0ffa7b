import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RunKey } from '../../../bot/src/ledger/ledger.ts';
import { openPages } from '../../../bot/src/pages/open-pages.ts';
import { createPageLinks } from '../../../bot/src/pages/page-link.ts';
import type { Verdict } from '../../../src/contract/documents.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { type PackedJson, unpackJson } from '../../../src/settings/pack-json.ts';
import type { Readers } from '../../../src/settings/readers/readers.ts';
import { createBoundedServer } from '../../../src/service/operations/bounded-server.ts';
import { openTestLedger } from '../ledger/open-test-ledger.ts';
import { readExample } from '../../contract/corpus.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';

const key: RunKey = { repositoryId: 5, suite: 'sync', runId: '812' };
const links = createPageLinks('secret');
const verdict = parseDocument('verdict', readExample('verdict', 'valid', 'one-regression'), 'x');
const commit = 'a'.repeat(40);

/** Pages of a ledger in which the run 812 has a verdict. */
async function serve(render: Readers['renderPage'] = writeName) {
  const ledger = openTestLedger();
  const keep = (attempt: number, atMs: number, run = key): void =>
    ledger.keepVerdict(run, commit, { attempt, shards: [0], verdict, basis: `b${atMs}` }, atMs);
  keep(1, 1);
  const rendered: string[] = [];
  const lines: string[] = [];
  const readers: Pick<Readers, 'renderPage'> = {
    renderPage: (packed) => {
      rendered.push((unpackJson(packed) as Verdict).build.suite);
      return render(packed);
    },
  };
  const logger = { log: (_level: string, message: string) => void lines.push(message) };
  const clock = { ms: 1 };
  const nowMs = (): number => clock.ms;
  const pages = openPages({ links, ledger, readers, logger, nowMs });
  const server = createBoundedServer((request, response) => {
    void pages.answer(request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(418).end();
    });
  });
  const port = await listenUntilEnd(server);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ask, keep, rendered, lines, clock };
}

/** A page that is named for what it is of. */
async function writeName(packed: PackedJson): Promise<Uint8Array> {
  return gzipSync(`<p>${(unpackJson(packed) as Verdict).build.suite}</p>`);
}

test('whoever has the link sees the verdict, and the link goes nowhere else', async () => {
  const { ask } = await serve();
  const answer = await ask(links.make(key));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain(verdict.build.suite);
  const plain = await ask(links.make(key), { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toContain(verdict.build.suite);
});

test('however many read a page, it is made once, and once more for the next attempt', async () => {
  const { ask, keep, rendered } = await serve(async (packed) => {
    // Long enough for all of them to come meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return writeName(packed);
  });
  const read = (): Promise<number[]> =>
    Promise.all(Array.from({ length: 30 }, async () => (await ask(links.make(key))).status));
  expect(new Set(await read())).toEqual(new Set([200]));
  await read();
  expect(rendered).toHaveLength(1);
  keep(2, 2);
  expect(new Set(await read())).toEqual(new Set([200]));
  expect(rendered).toHaveLength(2);
  // The same attempt, judged by other thresholds since.
  keep(2, 3);
  await read();
  expect(rendered).toHaveLength(3);
});

test('a reader who has the page is told so, without a page being made', async () => {
  const { ask, keep, rendered } = await serve();
  const head = await ask(links.make(key), { method: 'HEAD' });
  const tag = head.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  const again = await ask(links.make(key), { headers: { 'if-none-match': `"x", ${tag}` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('etag')).toBe(tag);
  expect(rendered).toEqual([]);
  keep(2, 2);
  expect((await ask(links.make(key), { headers: { 'if-none-match': tag } })).status).toBe(200);
});

test('more pages than wait are refused for now, and other readers are not', async () => {
  let make = (): void => undefined;
  const made = new Promise<void>((resolve) => (make = resolve));
  const { ask, keep, rendered } = await serve(async (packed) => {
    await made;
    return writeName(packed);
  });
  const runs = Array.from({ length: 20 }, (_, i): RunKey => ({ ...key, runId: String(900 + i) }));
  runs.forEach((run) => keep(1, 1, run));
  let refusals = 0;
  const answers = runs.map(async (run) => {
    const answer = await ask(links.make(run));
    if (answer.status === 503) refusals += 1;
    return answer;
  });
  await expect.poll(() => [rendered.length, refusals]).toEqual([8, 12]);
  const refused = await Promise.race(answers);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await ask('/healthz')).status).toBe(418);
  make();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  for (const run of runs) expect((await ask(links.make(run))).status).toBe(200);
});

test('a page that cannot be made is tried again after ten minutes, and the log says why', async () => {
  let isBroken = true;
  const { ask, clock, lines, rendered } = await serve(async (packed) => {
    if (isBroken) throw new Error('too large');
    return writeName(packed);
  });
  const refused = await Promise.all(Array.from({ length: 5 }, () => ask(links.make(key))));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  isBroken = false;
  const again = await ask(links.make(key));
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '600']);
  expect(await again.text()).toContain('this page could not be rendered');
  expect(rendered).toHaveLength(1);
  expect(lines).toEqual(['a page of a report could not be made']);
  clock.ms += 600_000;
  const answer = await ask(links.make(key), { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.status).toBe(200);
  expect(gunzipSync(await writeName(JSON.stringify(verdict))).toString()).toBe(await answer.text());
});

test('a page that failed is made at once for a verdict of another attempt', async () => {
  let isBroken = true;
  const { ask, keep } = await serve(async (packed) => {
    if (isBroken) throw new Error('too large');
    return writeName(packed);
  });
  expect((await ask(links.make(key))).status).toBe(503);
  isBroken = false;
  keep(2, 2);
  expect((await ask(links.make(key))).status).toBe(200);
});

test('a link says nothing about the page of another run, suite or repository', async () => {
  const { ask, rendered } = await serve();
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
  for (const other of others) expect((await ask(other)).status, other).not.toBe(200);
  expect(rendered).toEqual([]);
});

test('a run whose verdict was let go is not found, and other paths are not ours', async () => {
  const { ask } = await serve();
  expect((await ask(links.make({ ...key, runId: '7' }))).status).toBe(404);
  expect((await ask('/healthz')).status).toBe(418);
  expect((await ask(links.make(key), { method: 'POST' })).status).toBe(405);
});
