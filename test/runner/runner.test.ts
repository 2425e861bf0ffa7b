import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Shard } from '../../src/contract/documents.ts';
import { chooseTier } from '../../src/profile/portable/choose-tier.ts';
import { listSchemaErrors, parseDocument } from '../../src/contract/validate.ts';
import { describeBought, describeBusy, describeSpent } from '../../src/runner/describe-time.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { startCases } from '../../src/runner/start-cases.ts';
import { checkoutsFolder } from '../../src/runner/worktrees/checkouts-folder.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

describe('describe time', () => {
  const help =
    'More shards, fewer tests or a longer time (time in perigee.yml, or --time) would show smaller regressions';

  test.each([
    [{ tests: 10, pairMs: 8000 }, '10 tests of about 400 ms: 2 min buy about 15 pairs each'],
    [
      { tests: 10, pairMs: 24_000 },
      `10 tests of about 1.2 s: 2 min buy about 5 pairs each. ${help}`,
    ],
    [
      { tests: 10, pairMs: 60_000 },
      `10 tests of about 3 s: 5 pairs each take about 5 min, longer than the 2 min planned. ${help}`,
    ],
    [
      { tests: 1, pairMs: 100 },
      '1 test of about 50 ms: 10 s buy the 100 pairs that a test gets at most',
    ],
  ])('what the time buys: %o', (found, text) => {
    const plan = { timeMs: 120_000, repeats: 5, maxRepeats: 100 };
    expect(describeBought({ ...plan, ...found })).toBe(text);
  });

  test('how long was measured, and how many pairs that were', () => {
    const spent = { kind: 'spent', usedMs: 121_000, fewestPairs: 5 } as const;
    expect(describeSpent({ ...spent, mostPairs: 20 })).toBe(
      'measured for 2 min: 5 to 20 pairs of each test',
    );
    expect(describeSpent({ ...spent, mostPairs: 5 })).toContain(': 5 pairs of each test');
    expect(describeSpent({ ...spent, mostPairs: 5, ends: 'all-decided' })).toContain(
      'each test. It is red, and nothing else is open',
    );
  });

  test.each([
    [undefined, 'Times vary more then; on your machine --wait 5m waits for quiet'],
    [60_000, 'Waiting for quiet, 60 s at the most'],
    [0, 'Measuring anyway, since the time to wait is over'],
  ])('a busy machine, waited for %s ms', (waitsMs, end) => {
    const event = {
      kind: 'busy',
      share: 0.42,
      ...(waitsMs === undefined ? {} : { waitsMs }),
    } as const;
    expect(describeBusy(event)).toBe(
      `this machine is busy: something waited for a CPU 42% of the time. ${end}`,
    );
  });
});

describe('host settings', () => {
  const mayMount = process.getuid?.() === 0 && chooseTier(process) !== 'portable';
  const temporaryFiles = { temporaryFiles: 'memory' } as const;

  test('both sides run with the settings of the suite, and the record names them', async () => {
    const repository = makeRepository();
    const show = makeTest('show', { command: ['sh', '-c', 'ls -d "$TMPDIR"'] });
    const suite = { host: temporaryFiles };
    const record = await runTests(repository, [show], { suite });
    expect(record.host.settings).toEqual(temporaryFiles);
    const folder = join(repository.root, '.perigee/runs', record.id);
    const outputs = record.profiles.map(({ log = '' }) => readFileSync(join(folder, log), 'utf8'));
    expect(outputs).toHaveLength(4);
    for (const output of outputs)
      expect(output).toMatch(/^\/dev\/shm\/perigee-files-[\da-f]{12}\n$/);
    expect(existsSync(outputs[0]?.trim() ?? '')).toBe(false);
    const text = readFileSync(join(folder, 'run-record.json'), 'utf8');
    expect(parseDocument('run-record', text, 'record')).toEqual(record);
  });

  test('a run with other settings has another fingerprint: it is not compared blindly', async () => {
    const repository = makeRepository();
    const run = (id: string, suite: object) => runTests(repository, [makeTest('a')], { id, suite });
    const plain = await run('plain', {});
    const other = await run('other', { host: temporaryFiles });
    expect(other.host.fingerprint).not.toBe(plain.host.fingerprint);
  });

  test('what a test sets itself wins', async () => {
    const repository = makeRepository();
    const own = makeTest('own', {
      command: ['sh', '-c', 'echo "$TMPDIR"'],
      environment: { TMPDIR: '/own' },
    });
    const record = await runTests(repository, [own], { suite: { host: temporaryFiles } });
    const log = join(repository.root, '.perigee/runs', record.id, record.profiles[0]?.log ?? '');
    expect(readFileSync(log, 'utf8')).toBe('/own\n');
  });

  test.skipIf(!mayMount)('checkouts in memory are gone with their mounts', async () => {
    const repository = makeRepository();
    const where = makeTest('where', { command: ['sh', '-c', 'stat --file-system --format=%T .'] });
    const suite = { host: { checkouts: 'memory' } as const };
    const record = await runTests(repository, [where], { suite });
    const log = join(repository.root, '.perigee/runs', record.id, record.profiles[0]?.log ?? '');
    expect(readFileSync(log, 'utf8')).toBe('tmpfs\n');
    expect(record.problems).toEqual([]);
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(repository.root);
    expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
  });
});

describe('run shard', () => {
  const shard: Shard = { index: 1, total: 4, attempt: 2 };
  const planDigest = 'd'.repeat(64);

  test('the record names its shard, in its id too, and carries the digest of the whole build', async () => {
    const request = makeRequest(makeRepository(), [makeTest('a')], { shard, planDigest });
    const record = await runSuite(request);
    expect(record.shard).toEqual(shard);
    expect(record.plan.digest).toBe(planDigest);
    expect(record.id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}-2of4-attempt2$/);
  });

  test('a run that is not split keeps its short id', async () => {
    const record = await runTests(makeRepository(), [makeTest('a')]);
    expect(record.shard).toEqual({ index: 0, total: 1, attempt: 1 });
    expect(record.id).toMatch(/^\d{8}-\d{6}-[0-9a-f]{8}$/);
  });

  test('a shard without tests has a valid record, and nothing is set up for it', async () => {
    const repository = makeRepository();
    const setup = [['no-such-program']];
    const record = await runTests(repository, [], { shard, planDigest, suite: { setup } });
    expect(record).toMatchObject({
      status: 'complete',
      shard,
      tests: [],
      profiles: [],
      problems: [],
    });
    expect(listSchemaErrors('run-record', record)).toEqual([]);
    const folder = join(repository.root, '.perigee/runs', record.id);
    expect(existsSync(join(folder, 'run-record.json'))).toBe(true);
    expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
  });

  test('a run that is resumed keeps its shard and plan', async () => {
    const request = makeRequest(makeRepository(), [makeTest('a')], { shard, planDigest });
    const signal = AbortSignal.abort();
    const stopped = await runSuite({ ...request, ports: { ...request.ports, signal } });
    expect(stopped.status).toBe('interrupted');
    const resumed = await resumeRun({ ...request, id: stopped.id });
    expect(resumed.status).toBe('complete');
    expect(resumed.shard).toEqual(shard);
    expect(resumed.plan.digest).toBe(planDigest);
  });
});

describe('start cases', () => {
  const place = { home: '/perigee', directory: '/project' };

  test.each(['vitest', 'jest', 'mocha'] as const)(
    '%s is started by the Node of the test',
    (runner) => {
      expect(startCases({ runner, pattern: 'test/**' }, place)).toEqual([
        ...['node', '/perigee/dist/cases/main.mjs', runner, 'test/**'],
      ]);
    },
  );

  test.each(['./test/e2e/...', 'test/e2e/...', 'test/e2e/**'])(
    'the packages of Go: %s',
    (pattern) => {
      expect(startCases({ runner: 'go', pattern }, place).at(-1)).toBe('./test/e2e/...');
    },
  );

  test('pytest is that of the environment that setup has made, or of the machine', () => {
    const directory = mkdtempSync(join(tmpdir(), 'perigee-test-'));
    const start = () => startCases({ runner: 'pytest', pattern: '**' }, { ...place, directory });
    expect(start()).toEqual(['python3', '-m', 'perigee.cases', '**']);
    mkdirSync(join(directory, '.venv/bin'), { recursive: true });
    writeFileSync(join(directory, '.venv/bin/python'), '');
    expect(start()[0]).toBe(join(directory, '.venv/bin/python'));
    rmSync(directory, { recursive: true });
  });
});
