import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import type { Execute } from '../../src/contract/execution.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import type { ProgressEvent } from '../../src/runner/run-request.ts';
import { orderPair } from '../../src/runner/schedule/order-pair.ts';
import { checkoutsFolder } from '../../src/runner/worktrees/checkouts-folder.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { describe, executeLocally } from './stage/execute-locally.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

const passing: Execute = () =>
  Promise.resolve(describe({ status: 'passed' }, '2026-11-21T06:00:00Z', 1e6));

function countPairs(record: RunRecord): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { test, side } of record.profiles) {
    if (side === 'after') counts[test] = (counts[test] ?? 0) + 1;
  }
  return counts;
}

test('each side runs its own code, in the seeded order, and the record is valid', async () => {
  const repository = makeRepository({ 'work.txt': 'before' });
  repository.write('work.txt', 'after');
  const print = makeTest('print', { command: ['cat', 'work.txt'] });
  const suite = { repeats: 3, maxRepeats: 3, warmup: 1 };
  const record = await runTests(repository, [print], { suite });
  expect(record.status).toBe('complete');
  const ran = record.profiles.map(({ side, repeat, order }) => ({ side, repeat, order }));
  const planned = [0, 1, 2].flatMap((repeat) =>
    orderPair(7, 'print', repeat).map((side, order) => ({ side, repeat, order })),
  );
  expect(ran).toEqual(planned);
  const folder = join(repository.root, '.perigee/runs', record.id);
  for (const { log, side } of record.profiles) {
    expect(readFileSync(join(folder, log ?? ''), 'utf8')).toBe(side);
  }
  const text = readFileSync(join(folder, 'run-record.json'), 'utf8');
  expect(parseDocument('run-record', text, 'record')).toEqual(record);
  expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('a pair of every test comes before the next pair of any', async () => {
  const repository = makeRepository();
  const tests = ['a', 'b', 'c'].map((name) => makeTest(name));
  const { profiles } = await runTests(repository, tests, { ports: { execute: passing } });
  expect(profiles.map(({ test, repeat }) => `${test}${repeat}`).join(' ')).toBe(
    'a0 a0 b0 b0 c0 c0 a1 a1 b1 b1 c1 c1',
  );
});

test('undecided tests, and only they, get five more pairs up to the maximum', async () => {
  const repository = makeRepository();
  const asked: number[] = [];
  const events: ProgressEvent[] = [];
  const record = await runTests(
    repository,
    ['quick', 'slow', 'never'].map((name) => makeTest(name)),
    {
      suite: { repeats: 5, maxRepeats: 12 },
      ports: {
        execute: passing,
        onProgress: (event) => events.push(event),
        lookAt: ({ profiles }) => {
          asked.push(profiles.length);
          const open = asked.length === 1 ? ['never', 'slow', 'no such test'] : ['never'];
          return { hinted: [], open };
        },
      },
    },
  );
  expect(countPairs(record)).toEqual({ quick: 5, slow: 10, never: 12 });
  expect(asked).toEqual([30, 50, 54]);
  const looks = events.filter(({ kind }) => kind === 'look');
  expect(looks).toEqual([
    { kind: 'look', number: 1, undecided: ['slow', 'never'], hinted: [] },
    { kind: 'look', number: 2, undecided: ['never'], hinted: [] },
    { kind: 'look', number: 3, undecided: [], hinted: [] },
  ]);
});

test('a test that was decided and is open again goes on with its next pairs', async () => {
  const repository = makeRepository();
  const answers = [['loud'], ['quiet'], []];
  const record = await runTests(
    repository,
    ['quiet', 'loud'].map((name) => makeTest(name)),
    {
      suite: { repeats: 5, maxRepeats: 10 },
      ports: { execute: passing, lookAt: () => ({ hinted: [], open: answers.shift() ?? [] }) },
    },
  );
  expect(countPairs(record)).toEqual({ quiet: 10, loud: 10 });
  const repeats = record.profiles
    .filter(({ test }) => test === 'quiet')
    .map(({ repeat }) => repeat);
  expect([...new Set(repeats)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a side that always hangs ends after two pairs, and the other tests go on', async () => {
  const repository = makeRepository({ 'work.sh': 'exit 0' });
  repository.write('work.sh', 'sleep 600');
  const limit = { timeoutMs: 300, timeoutWhere: 'perigee.yml:6:5' };
  const hangs = makeTest('hangs', { command: ['sh', 'work.sh'], ...limit });
  // A side that does not hang has all the time that a busy machine needs.
  const execute: Execute = (request) => {
    const work = readFileSync(join(request.directory, 'work.sh'), 'utf8');
    return executeLocally(work === 'sleep 600' ? request : { ...request, timeoutMs: 300_000 });
  };
  const record = await runTests(repository, [hangs, makeTest('fine')], {
    suite: { repeats: 5, maxRepeats: 20, warmup: 3 },
    ports: { execute, lookAt: () => ({ hinted: [], open: ['hangs'] }) },
  });
  expect(countPairs(record)).toEqual({ hangs: 2, fine: 5 });
  const outcomes = record.profiles
    .filter(({ test }) => test === 'hangs')
    .map(({ side, outcome }) => `${side} ${outcome.status}`);
  expect(outcomes.sort()).toEqual([
    'after timed-out',
    'after timed-out',
    'before passed',
    'before passed',
  ]);
  expect(record.problems.map(({ code, test, side }) => `${code} ${test} ${side}`)).toEqual([
    'warm-up-not-passed hangs after',
    'test-stopped hangs after',
  ]);
  expect(record.problems[0]?.message).toContain(
    'timed out (after 300 ms, timeout at perigee.yml:6:5)',
  );
});

test('a test that neither side can start is told at once and gets no pair, and the others go on', async () => {
  const repository = makeRepository();
  const tests = [makeTest('none', { command: ['no-such-program'] }), makeTest('fine')];
  const events: ProgressEvent[] = [];
  const record = await runTests(repository, tests, {
    suite: { warmup: 2 },
    ports: { onProgress: (event) => events.push(event) },
  });
  expect(countPairs(record)).toEqual({ fine: 2 });
  expect(record.problems.map(({ code, test }) => `${code} ${test}`)).toEqual([
    'test-not-started none',
  ]);
  const stopped = events.findIndex(({ kind }) => kind === 'stopped');
  expect(events[stopped]).toMatchObject({
    test: 'none',
    why: expect.stringMatching(/ENOENT; it is not measured$/),
  });
  expect(events.slice(0, stopped).map(({ kind }) => kind)).not.toContain('measure');
});

test('both sides see the same environment but for the path, and nothing of the caller says perigee', async () => {
  const repository = makeRepository();
  const show = makeTest('show', { command: ['env'], environment: { SIZE: '10' } });
  const caller = { ...makeRequest(repository, [show]).environment, PERIGEE_SIDE: 'after' };
  const request = makeRequest(repository, [show], {
    environment: caller,
    suite: { setup: [['sh', '-c', 'env > setup.env']] },
  });
  const record = await runSuite(request);
  const folder = join(repository.root, '.perigee/runs', record.id);
  const seen = record.profiles.map(({ log }) =>
    readFileSync(join(folder, log ?? ''), 'utf8')
      .split('\n')
      .sort()
      .join('\n'),
  );
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toContain('SIZE=10');
  expect(seen[0]).toContain('PERIGEE_HOME=/home/of/perigee');
  expect(seen[0]).not.toContain('PERIGEE_SIDE');
});

test('a setup that fails leaves no worktree behind', async () => {
  const repository = makeRepository();
  const request = makeRequest(repository, [makeTest('a')], { suite: { setup: [['false']] } });
  await expect(runSuite(request)).rejects.toThrow(/setup of the before side[^]*exit code 1/);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('a defect of ours while measuring leaves no worktree behind', async () => {
  const repository = makeRepository();
  const execute: Execute = () => Promise.reject(new Error('defect'));
  const request = makeRequest(repository, [makeTest('a')], { ports: { execute } });
  await expect(runSuite(request)).rejects.toThrow('defect');
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('progress counts every execution and knows the time left', async () => {
  const repository = makeRepository();
  const events: ProgressEvent[] = [];
  const suite = { repeats: 2, maxRepeats: 10, warmup: 1 };
  const ports = { execute: passing, onProgress: (event: ProgressEvent) => events.push(event) };
  await runTests(repository, [makeTest('a')], { suite, ports });
  const advances = events.filter((event) => event.kind === 'warm-up' || event.kind === 'measure');
  expect(advances.map(({ kind, done, total, atMost }) => [kind, done, total, atMost])).toEqual([
    ['warm-up', 0, 6, 22],
    ['warm-up', 1, 6, 22],
    ['measure', 2, 6, 22],
    ['measure', 3, 6, 22],
    ['measure', 4, 6, 22],
    ['measure', 5, 6, 22],
  ]);
  expect(advances.map(({ remainingMs }) => remainingMs)).toEqual([undefined, 5, 4, 3, 2, 1]);
});
