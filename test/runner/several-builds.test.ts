/** Each side is checked out and set up several times, and the pairs go round its builds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import type { ProgressEvent } from '../../src/runner/run-request.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { makeRepository, type TestRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

const script = 'printf "%s|%s|%s|%s" "$(cat work)" "$(cat made)" "${#PWD}" "${#PERIGEE_PADDING}"';
const print = makeTest('print', { command: ['sh', '-c', script] });
const suite = {
  repeats: 4,
  maxRepeats: 4,
  builds: 2,
  setup: [['sh', '-c', 'printf "$PERIGEE_BUILD" > made']],
};

function makeChange(): TestRepository {
  const repository = makeRepository({ work: 'before' });
  repository.write('work', 'after');
  return repository;
}

/** What each execution printed: code, build by its setup, lengths of its folder and of its padding. */
function readPrinted(repository: TestRepository, { id, profiles }: RunRecord) {
  const folder = join(repository.root, '.perigee/runs', id);
  return profiles.map(({ build, log, repeat, side }) => {
    const [code, made, path, padding] = readFileSync(join(folder, log ?? ''), 'utf8').split('|');
    return { side, repeat, build, code, made, path: Number(path), padding: Number(padding) };
  });
}

test('pairs go round the builds, each with a folder, a setup and an environment of its own', async () => {
  const repository = makeChange();
  const record = await runTests(repository, [print], { suite });
  const printed = readPrinted(repository, record);
  expect(printed).toHaveLength(8);
  for (const { side, repeat, build, code, made } of printed) {
    expect({ build, code, made }).toEqual({
      build: repeat % 2,
      code: side,
      made: String(repeat % 2),
    });
  }
  for (const number of [0, 1]) {
    const own = printed.filter(({ build }) => build === number);
    // Of both sides the same, or the sides would differ by it.
    expect(new Set(own.map(({ path, padding }) => `${path} ${padding}`)).size).toBe(1);
  }
  const [one, other] = [0, 1].map((number) => printed.find(({ build }) => build === number));
  expect(other?.path).toBeGreaterThan(one?.path ?? Infinity);
  expect(other?.padding).toBeGreaterThan(one?.padding ?? Infinity);
  expect(record.plan.builds).toBe(2);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  const file = join(repository.root, '.perigee/runs', record.id, 'run-record.json');
  expect(parseDocument('run-record', readFileSync(file, 'utf8'), file)).toEqual(record);
});

test('with one build a side neither record nor environment names it', async () => {
  const repository = makeChange();
  const record = await runTests(repository, [print], { suite: { ...suite, builds: 1 } });
  expect(record.plan).not.toHaveProperty('builds');
  for (const { build, made, padding } of readPrinted(repository, record)) {
    expect([build, made, padding]).toEqual([undefined, '', 0]);
  }
});

test('each build is warmed up, and its setup is announced by its number', async () => {
  const repository = makeChange();
  const events: ProgressEvent[] = [];
  const onProgress = (event: ProgressEvent) => void events.push(event);
  await runTests(repository, [print], { suite: { ...suite, warmup: 1 }, ports: { onProgress } });
  const setups = events.flatMap((one) => (one.kind === 'setup' ? [[one.side, one.build]] : []));
  expect(setups).toEqual(
    ['before', 'after'].flatMap((side) => [1, 2].map((number) => [side, { number, of: 2 }])),
  );
  expect(events.filter(({ kind }) => kind === 'warm-up')).toHaveLength(4);
});

test('an interrupted run goes on in the builds that its pairs belong to', async () => {
  const repository = makeChange();
  const controller = new AbortController();
  const request = { ...makeRequest(repository, [print], { suite }), id: 'the-run' };
  let started = 0;
  await runSuite({
    ...request,
    ports: {
      ...request.ports,
      signal: controller.signal,
      execute: (wanted) => {
        if (started++ === 3) controller.abort();
        return request.ports.execute(wanted);
      },
    },
  });
  const record = await resumeRun(request);
  expect(record.status).toBe('complete');
  const printed = readPrinted(repository, record);
  expect(printed).toHaveLength(8);
  for (const { repeat, build, made } of printed) {
    expect([build, made]).toEqual([repeat % 2, String(repeat % 2)]);
  }
});
