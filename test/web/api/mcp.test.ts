import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiProblem } from '../../../src/web/api/http/api-problem.ts';
import { type ExplorerDoor, openExplorer } from '../../../src/web/api/http/open-explorer.ts';
import { listReadingTools } from '../../../src/web/api/mcp/reading-tools.ts';
import { listFaults } from './validate-answer.ts';
import { repository, writeWithSecret } from './make-history.ts';

/** The reading half, for a person who may see one of two repositories. */
describe('/mcp of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-mcp-'));
  let door: ExplorerDoor;
  let url: URL;
  let client: Client;
  const server = createServer((request, response) => void door.answer(request, response));

  beforeAll(async () => {
    const file = join(folder, 'series.sqlite');
    await writeWithSecret(file);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    door = openExplorer({
      store: { kind: 'sqlite', file },
      report: (defect) => {
        throw defect;
      },
      admit: async ({ headers }) => {
        if (headers.cookie !== 'ann') throw new ApiProblem(401, 'sign in');
        return { name: 'ann', listSeen: async () => new Set([repository]) };
      },
    });
    client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { cookie: 'ann' } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    await client.listTools();
  });

  afterAll(async () => {
    await client.close();
    door.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (name: string, given: Record<string, string> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: given })) as CallToolResult;

  test.each([
    ['list_tests', 'listSeries'],
    ['history', 'listSeries'],
    ['list_builds', 'listBuilds'],
  ])('%s answers as the API does', async (name, operation) => {
    const { isError, structuredContent } = await call(name, { repository });
    expect(isError).toBeUndefined();
    expect(listFaults(operation, structuredContent)).toEqual([]);
  });

  test('tests are listed in short: the spans of each, and what was measured of them', async () => {
    const { content, structuredContent } = await call('list_tests', { repository });
    const line = (name: string): string => `"${name}": "whole test" (latency)`;
    const names = ['download', 'list', 'sign', 'upload'];
    expect(content).toEqual([
      { type: 'text', text: ['8 series of 4 tests', ...names.map(line)].join('\n') },
    ]);
    const { series } = structuredContent as { series: { recent: [] }[] };
    expect(series).toHaveLength(4);
    expect(series[0]?.recent).toEqual([]);
  });

  test('a change has its author and the message of its commit, where one did it', async () => {
    const change = { commit: 'a'.repeat(40), change: 0.22, author: 'Ann' };
    const series = { test: 'parse', span: 'add', annotations: {}, platform: 'p', metric: 'time' };
    const asked: string[] = [];
    const { history } = listReadingTools(async (address) => {
      asked.push(address);
      if (address.includes('/builds')) return { builds: [{ subject: 'Send "twice"' }] };
      const [one, other] = [change, { ...change, author: undefined }];
      const all = [one, other].map((newestChange) => ({ ...series, newestChange }));
      return { total: 2, series: all };
    });
    const { signal } = new AbortController();
    const tools = { signal, tell: () => undefined, listRoots: async () => [] };
    const { text } = await history!.call({ repository }, tools);
    const at = '"parse › add" time: +22.0% at aaaaaaaaaaaa';
    expect(text).toBe(`2 series changed\n${at} by "Ann", "Send \\"twice\\""\n${at}`);
    expect(asked).toHaveLength(2);
  });

  test('tests of further pages are listed too, and those that no line is for are counted', async () => {
    const page = (from: number, next?: string) => ({
      ...{ total: 30, pending: 0, next },
      series: Array.from({ length: 15 }, (_, at) => ({
        ...{ suite: 's', test: `t${from + at}`, span: 'whole test', metric: 'latency' },
        annotations: {},
      })),
    });
    const { list_tests: list } = listReadingTools(async (address) =>
      address.includes('cursor=2') ? page(15) : page(0, '2'),
    );
    const { signal } = new AbortController();
    const call = { signal, tell: () => undefined, listRoots: async () => [] };
    const { document, text } = await list!.call({ repository }, call);
    expect((document as { series: object[] }).series).toHaveLength(30);
    expect(text).toMatch(/^30 series of 30 tests\n"t0": .*"t18": .*\nand 11 more$/s);
  });

  test('the newest build is listed, and can be read', async () => {
    expect(client.getInstructions()).toBeUndefined();
    const listed = (await call('list_builds', { repository })).structuredContent as {
      builds: { runId: string; suite: string }[];
    };
    const [{ runId, suite } = { runId: '', suite: '' }] = listed.builds;
    const { structuredContent } = await call('read_build', { repository, suite, run: runId });
    expect(structuredContent).toMatchObject({ build: { runId } });
  });

  test('many calls at once are all answered: each gives its place back', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => call('list_repositories')));
    expect(all.map(({ structuredContent }) => structuredContent)).toEqual(
      Array.from({ length: 12 }, () => ({
        repositories: [expect.objectContaining({ repository })],
      })),
    );
  });

  test('what every object has is neither a tool nor an argument', async () => {
    for (const [name, given] of [
      ['constructor', {}],
      ['list_repositories', { toString: 'a' }],
    ] as const) {
      expect(await call(name, given)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/here is no/) }],
      });
    }
  });

  test('a repository that the reader may not see is not found', async () => {
    const { content, isError } = await call('list_builds', { repository: 'acme/secret' });
    expect(content).toMatchObject([{ text: expect.stringContaining('There are no builds') }]);
    expect(isError).toBe(true);
  });

  const headers = { cookie: 'ann', accept: 'application/json, text/event-stream' };
  const json = { ...headers, 'content-type': 'application/json' };
  const many = ' [{"jsonrpc":"2.0","id":1,"method":"tools/list"}]';

  test.each([
    ['a stranger', 401, { method: 'POST', headers: {}, body: '{}' }],
    ['a page that asks with a simple form', 415, { method: 'POST', headers, body: '{}' }],
    ['GET, since nothing is streamed', 405, { method: 'GET', headers }],
    ['a list of messages', 400, { method: 'POST', headers: json, body: many }],
    ['a body beyond the limit', 400, { method: 'POST', headers, body: 'x'.repeat(65_537) }],
  ])('%s gets %i', async (_, status, init) => {
    expect((await fetch(url, init)).status).toBe(status);
  });
});
