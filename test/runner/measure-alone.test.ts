import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import type { SidesRequest } from '../../src/runner/revisions/resolve-sides.ts';
import type { ProgressEvent, RunRequest } from '../../src/runner/run-request.ts';
import { checkoutsFolder } from '../../src/runner/worktrees/checkouts-folder.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { makeRepository, type TestRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

/** As CI asks for it: the tip by its full id, and nothing before it. */
function tipAlone(repository: TestRepository): SidesRequest {
  const commit = repository.git('rev-parse', 'HEAD');
  return { before: { kind: 'none' }, after: { kind: 'commit', commit, label: 'main' } };
}

function askNobody(): never {
  throw new Error('there is nothing to be undecided about');
}

function makeTwoCommits(): TestRepository {
  const repository = makeRepository({ 'work.txt': 'old' });
  repository.write('work.txt', 'new');
  repository.commit('second');
  return repository;
}

test('a change alone is set up, warmed up and measured on its own side as often as the suite says', async () => {
  const repository = makeTwoCommits();
  const sides = tipAlone(repository);
  const events: ProgressEvent[] = [];
  let worktrees: string[] = [];
  const request = makeRequest(repository, [makeTest('print', { command: ['cat', 'work.txt'] })], {
    sides,
    suite: { repeats: 3, maxRepeats: 20, warmup: 1, setup: [['true']] },
  });
  const { execute } = request.ports;
  const record = await runSuite({
    ...request,
    ports: {
      ...request.ports,
      lookAt: askNobody,
      onProgress: (event) => events.push(event),
      execute: (wanted) => {
        worktrees = readdirSync(join(wanted.directory, '..'));
        return execute(wanted);
      },
    },
  });
  expect(record.status).toBe('complete');
  expect(record.plan).toMatchObject({ sides: ['after'], repeats: 3, maxRepeats: 3 });
  expect(record.before).toEqual(record.after);
  expect(record.profiles.map(({ side, repeat, order }) => [side, repeat, order])).toEqual([
    ['after', 0, 0],
    ['after', 1, 0],
    ['after', 2, 0],
  ]);
  expect(worktrees).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), 'node_modules']);
  const folder = join(repository.root, '.perigee/runs', record.id);
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['01-print', 'setup-after.log']);
  expect(readdirSync(join(folder, 'logs/01-print'))).toHaveLength(4);
  expect(readFileSync(join(folder, 'logs/01-print/after-002.log'), 'utf8')).toBe('new');
  const text = readFileSync(join(folder, 'run-record.json'), 'utf8');
  expect(parseDocument('run-record', text, 'record')).toEqual(record);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(events.map(({ kind }) => kind).join(' ')).toBe(
    'started setup warm-up measure measured measure measured measure measured',
  );
  expect(events[0]).toMatchObject({ sides: ['after'] });
  expect(events[2]).toMatchObject({ side: 'after', done: 0, total: 4, atMost: 4 });
  expect(events[7]).toMatchObject({ side: 'after', pair: 2, done: 3, total: 4, atMost: 4 });
});

test('a test that fails twice in a row gets no more repeats, its output is quoted, and the others go on', async () => {
  const repository = makeTwoCommits();
  const bad = makeTest('bad', { command: ['sh', '-c', 'echo no such table >&2; exit 3'] });
  const record = await runTests(repository, [bad, makeTest('fine')], {
    sides: tipAlone(repository),
    suite: { repeats: 4, maxRepeats: 4 },
    ports: { lookAt: askNobody },
  });
  const count = (name: string): number => record.profiles.filter((one) => one.test === name).length;
  expect([count('bad'), count('fine')]).toEqual([2, 4]);
  const [stopped, quoted] = record.problems;
  expect(stopped).toMatchObject({
    code: 'test-stopped',
    message: 'no more repeats after repeat 2: it failed 2 times in a row',
  });
  expect(quoted).toMatchObject({ code: 'failed-output', test: 'bad', side: 'after' });
  expect(quoted?.message).toContain('no such table');
});

test('a run of a change alone that was interrupted goes on where it was', async () => {
  const repository = makeTwoCommits();
  const controller = new AbortController();
  const request: RunRequest & { id: string } = {
    ...makeRequest(repository, [makeTest('a'), makeTest('b')], {
      sides: { ...tipAlone(repository), branch: 'main' },
      suite: { repeats: 3, maxRepeats: 3 },
      ports: { lookAt: askNobody },
    }),
    id: 'the-run',
  };
  let finished = 0;
  const onProgress = ({ kind }: ProgressEvent): void => {
    if (kind === 'measured' && ++finished === 3) controller.abort();
  };
  const ports = { ...request.ports, signal: controller.signal, onProgress };
  const first = await runSuite({ ...request, ports });
  expect([first.status, first.profiles.length]).toEqual(['interrupted', 3]);
  const whole = await resumeRun(request);
  expect(whole.status).toBe('complete');
  expect(whole.plan).toEqual(first.plan);
  expect(whole.profiles.slice(0, 3)).toEqual(first.profiles);
  expect(whole.profiles.map(({ test, side, repeat }) => `${test} ${side} ${repeat}`)).toEqual([
    ...['a after 0', 'b after 0', 'a after 1'],
    ...['b after 1', 'a after 2', 'b after 2'],
  ]);
  expect(existsSync(checkoutsFolder(join(repository.root, '.perigee')))).toBe(false);
});
