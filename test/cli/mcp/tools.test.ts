import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/contract/validate.ts';
import { bareEnvironment } from '../store/run-store.ts';
import { findCommandLine } from '../../servers/built-or-source.ts';
import {
  draftSameWork,
  draftSuite,
  draftWork,
  draftWrites,
  makeRepository,
  type UserRepository,
} from '../repository.ts';

/** What a coding agent does: the real client, which also checks each answer by the schema of its tool. */
describe('perigee mcp', () => {
  let repository: UserRepository;
  let transport: StdioClientTransport;
  let client: Client;
  let roots: { uri: string }[] | undefined;

  beforeAll(async () => {
    repository = makeRepository(mkdtempSync(join(tmpdir(), 'perigee-cli-')));
    const suite = draftSuite({ metric: 'disk.writes' });
    const steady = '  - { name: "steady\\u202E", command: [sh, steady.sh], tags: [calm] }\n';
    repository.write('perigee.yml', suite.replace('tests:\n', `tests:\n${steady}`));
    repository.write('steady.sh', draftWork(10));
    repository.write('work.sh', draftWrites(100));
    repository.commit('Start');
    repository.write('steady.sh', draftSameWork(10));
    repository.write('work.sh', draftWrites(2000));
    repository.commit('Do more');
    transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [findCommandLine(), 'mcp'] },
      ...{ cwd: tmpdir(), env: bareEnvironment, stderr: 'ignore' },
    });
    client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
    roots = [{ uri: pathToFileURL(repository.root).href }];
    client.setRequestHandler(ListRootsRequestSchema, () => {
      if (roots === undefined) throw new Error('this client keeps its folders to itself');
      return { roots };
    });
    await client.connect(transport);
    await client.listTools();
  });

  afterAll(async () => {
    await client.close();
    rmSync(repository.root, { recursive: true });
  });

  const call = async (
    name: string,
    given: object,
    options: { onprogress?: (progress: { message?: string }) => void; signal?: AbortSignal } = {},
  ): Promise<CallToolResult & { text: string }> => {
    const asked = { name, arguments: { ...given } };
    const result = (await client.callTool(asked, undefined, {
      ...{ timeout: 2 ** 30, ...options },
    })) as CallToolResult;
    const [content] = result.content;
    return { ...result, text: content?.type === 'text' ? content.text : '' };
  };

  test('compare finds the planted slowdown first, and tells how far it is', async () => {
    const messages: string[] = [];
    const { structuredContent, text } = await call(
      'compare',
      { before: 'HEAD~1', after: 'HEAD' },
      { onprogress: ({ message = '' }) => messages.push(message) },
    );
    const verdict = checkDocument('verdict', structuredContent, 'compare');
    expect(verdict.conclusion).toBe('regressed');
    expect(verdict.series[0]).toMatchObject({ test: 'keep busy', state: 'regressed' });
    expect(verdict.series.length).toBeLessThanOrEqual(10);
    expect(text).toMatch(/^regressed: "Regressed: keep busy/);
    expect(text).toContain(`.perigee/runs/${verdict.build.id}/`);
    expect(messages.some((message) => message.startsWith('pair 2'))).toBe(true);
    expect(messages.join('\n')).not.toMatch(/Ctrl-C|What now/);
    // Without a store, it is made of the runs of this machine.
    const history = await call('history', {});
    expect(history.text).toMatch(/, branch "main": \d+ series, 0 of them changed/);
    expect(history.structuredContent).toMatchObject({ schema: 'perigee/history' });
  });

  test('a call that is cancelled ends what it measures and keeps it, and the next one is answered', async () => {
    const runs = join(repository.root, '.perigee/runs');
    const controller = new AbortController();
    const cancelled = call(
      'compare',
      { before: 'HEAD~1', after: 'HEAD', time: '10m' },
      {
        signal: controller.signal,
        onprogress: ({ message = '' }) => message.startsWith('pair 2') && controller.abort(),
      },
    );
    await expect(cancelled).rejects.toThrow();
    await expect.poll(() => listDescendants(transport.pid ?? 0)).toEqual([]);
    const newest = readdirSync(runs).sort().at(-1) ?? '';
    const record = JSON.parse(
      readFileSync(join(runs, newest, 'run-record.json'), 'utf8'),
    ) as object;
    expect(record).toMatchObject({ status: 'interrupted' });
    const { structuredContent, text } = await call('list_tests', {});
    expect(structuredContent).toMatchObject({
      suite: 'busy work',
      tests: [{ tags: ['calm'] }, {}],
    });
    expect(text).toContain('"steady[U+202E]" (commit)');
  });

  test('a folder that is not here is refused; of a client that names none it is that of the server', async () => {
    const own = roots;
    for (const uri of ['file:///gone/for/good', 'file:///etc/passwd', 'file://elsewhere/sync']) {
      roots = [{ uri }];
      expect(await call('list_tests', {})).toMatchObject({
        isError: true,
        text: expect.stringContaining(`"${uri}"`),
      });
    }
    roots = undefined;
    const { isError, text } = await call('list_tests', {});
    expect({ isError, text }).toMatchObject({ isError: true });
    expect(text).toContain('git');
    roots = own;
  });

  test('an agent is told to measure before it claims anything', () => {
    expect(client.getInstructions()).toMatch(/^Measure before you claim .*`patch`/);
  });

  test('with nothing changed patch has a verdict that says so', async () => {
    const { structuredContent } = await call('patch', {});
    expect(structuredContent).toMatchObject({ conclusion: 'nothing-measured' });
  });

  test.each([
    ['compare', { before: '--config=x', after: 'HEAD' }, '"--config=x" names no commit here'],
    ['compare', { before: 'HEAD' }, 'Wrong arguments: after is missing'],
    ['patch', { tests: [7] }, 'Wrong arguments: tests is a list of texts'],
    ['patch', { force: 'yes' }, 'Wrong arguments: there is no "force"'],
    ['patch', { time: 'soon' }, 'expected a time from 1s to 24h'],
    ['patch', { wait: 'long' }, "option '--wait <duration>' argument 'long'"],
    ['history', { repository: 'a/b' }, 'are in .perigee/runs alone'],
    ['forget', {}, 'There is no tool "forget"'],
  ])('%s %j is refused in the words of the command line', async (name, given, words) => {
    const { isError, text } = await call(name, given);
    expect(text).toContain(words);
    expect(isError).toBe(true);
  });
});

function listDescendants(pid: number): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const found = lines.filter((line) => Number(line.trim().split(/ +/)[1]) === pid);
  return found.flatMap((line) => [line, ...listDescendants(Number.parseInt(line, 10))]);
}
