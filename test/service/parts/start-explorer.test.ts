import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBot } from '../../../src/service/parts/start-bot.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { addressOf } from '../../../src/web/api/addresses.ts';
import { never } from '../../store/make-build.ts';
import { makeHistory, repository } from '../../web/api/make-history.ts';
import { type RunningService, startService } from '../start-service.ts';

describe('the dashboard of a service', () => {
  const data = mkdtempSync(join(tmpdir(), 'perigee-explorer-'));
  let service: RunningService;

  beforeAll(async () => {
    const store = openSqliteStore({ file: join(data, 'series.sqlite') });
    await store.write(makeHistory(30), never);
    await store.close();
    service = await startService({ PERIGEE_DATA: data });
  });

  afterAll(async () => {
    await service.kill();
    rmSync(data, { recursive: true });
  });

  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(service.url + path, { headers, method });

  test('an answer comes from another process, compressed, and only once', async () => {
    const path = addressOf.listRepositories();
    const first = await read(path);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(await first.json()).toMatchObject({ repositories: [{ repository }] });
    const again = await read(path, { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const plain = await read(path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toMatchObject({ repositories: [{ repository }] });
  });

  test('a browser that may not read gets a page with what to do, a program problem details', async () => {
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    const page = await read('/overview', { ...elsewhere, accept: 'text/html,*/*' });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain('dashboard.github or dashboard.proxy');
    const answer = await read('/overview', elsewhere);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test('a page of a stranger that leads here by its own name reads nothing', async () => {
    const { hostname, port } = new URL(service.url);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const options = { hostname, port, path: '/', headers: { host: 'rebound.example.org' } };
    request(options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
    expect(await promise).toBe(403);
  });

  test('a page loads nothing from elsewhere, and the addresses of the service stay', async () => {
    const page = await read('/acme%2Fsync/series');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await read('/healthz')).text()).toBe('ok\n');
    expect((await read('/api/github/webhooks')).status).toBe(404);
  });

  test('what was worked out is there after a restart', async () => {
    const series = addressOf.readOverview(repository);
    await expect
      .poll(async () => ((await (await read(series)).json()) as Overview).counts.pending, {
        interval: 500,
      })
      .toBe(0);
    await service.stop();
    service = await startService({ PERIGEE_DATA: data });
    expect(((await (await read(series)).json()) as Overview).counts.pending).toBe(0);
  });

  interface Overview {
    counts: { pending: number };
  }

  test('without the dashboard there is nothing', async () => {
    await service.stop();
    service = await startService({ PERIGEE_DATA: data, PERIGEE_DASHBOARD: 'false' });
    expect((await read(addressOf.listRepositories())).status).toBe(404);
  });
});

test('a service that runs from its sources finds the bot in its own', async () => {
  const start = await loadBot();
  expect(start.length).toBe(2);
});
