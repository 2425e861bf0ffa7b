import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countTrials } from '../nightly.ts';
import type { RunRecord } from '../../src/contract/documents.ts';
import { countInstructions } from '../../src/contract/suite.ts';
import { resumeRun } from '../../src/runner/resume-run.ts';
import type { RunRequest } from '../../src/runner/run-request.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import type { Look } from '../../src/runner/schedule/plan-round.ts';
import { makeRepository, type TestRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest, runTests } from './stage/make-request.ts';

const plan = (record: RunRecord): string[] =>
  record.profiles.map(({ test, side, repeat, order }) => `${test} ${side} ${repeat} ${order}`);

interface Interrupted {
  repository: TestRepository;
  request: RunRequest & { id: string };
  record: RunRecord;
}

/** Aborts while the execution with this number runs, from 0; that one sleeps until it is ended. */
async function interruptAt(execution: number): Promise<Interrupted> {
  const repository = makeRepository();
  const controller = new AbortController();
  const request = {
    ...makeRequest(repository, [makeTest('a'), makeTest('b')], {
      suite: { repeats: 2, maxRepeats: 4 },
      ports: { lookAt: () => ({ hinted: [], open: ['b'] }) },
    }),
    id: 'the-run',
  };
  let started = 0;
  const record = await runSuite({
    ...request,
    ports: {
      ...request.ports,
      signal: controller.signal,
      execute: (wanted) => {
        if (started++ !== execution) return request.ports.execute(wanted);
        setTimeout(() => {
          controller.abort();
        }, 50);
        return request.ports.execute({ ...wanted, command: ['sleep', '600'] });
      },
    },
  });
  return { repository, request, record };
}

test('an interruption ends the running test and keeps what was measured', async () => {
  const { repository, record } = await interruptAt(5);
  expect(record.status).toBe('interrupted');
  const statuses = record.profiles.map(({ outcome }) => outcome.status);
  expect(statuses).toEqual([...Array<string>(5).fill('passed'), 'interrupted']);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('an interruption before the first execution still gives a record', async () => {
  const repository = makeRepository();
  const signal = AbortSignal.abort();
  const record = await runTests(repository, [makeTest('a')], { ports: { signal } });
  expect([record.status, record.profiles.length]).toEqual(['interrupted', 0]);
});

test.each([7, 0, 1, 10].slice(0, countTrials({ byNight: 4, byDay: 2 })))(
  'a run interrupted in execution %i goes on where it stopped, in the same order',
  async (execution) => {
    const whole = await runTests(makeRepository(), [makeTest('a'), makeTest('b')], {
      suite: { repeats: 2, maxRepeats: 4 },
      ports: { lookAt: () => ({ hinted: [], open: ['b'] }) },
    });
    const { request, record } = await interruptAt(execution);
    const resumed = await resumeRun(request);
    expect(plan(resumed)).toEqual(plan(whole));
    expect(resumed.status).toBe('complete');
    expect(resumed.plan).toEqual(record.plan);
    expect(resumed.profiles.slice(0, execution)).toEqual(record.profiles.slice(0, execution));
  },
);

test('a look that was taken is not taken again', async () => {
  const { request } = await interruptAt(9);
  // The look that was taken found b undecided; the one after it asks again.
  const lookAt = (): Look => ({ hinted: [], open: [] });
  const resumed = await resumeRun({ ...request, ports: { ...request.ports, lookAt } });
  const later = resumed.profiles.filter(({ repeat }) => repeat >= 2);
  expect(new Set(later.map((profile) => profile.test))).toEqual(new Set(['b']));
});

test('what is not as it was when the run began is refused, and nothing of it is measured', async () => {
  const { record, repository, request } = await interruptAt(2);
  const file = join(repository.root, '.perigee/runs/the-run/run.json');
  const refuse = (why: RegExp, more: Partial<typeof request> = {}) =>
    expect(resumeRun({ ...request, ...more })).rejects.toThrow(why);
  await refuse(/other tests were asked for/, { tests: [makeTest('c')] });
  await refuse(/another --instructions/, { tests: countInstructions(request.tests, 'only') });
  for (const id of ['../../etc', 'the-rum', '', '/']) {
    await refuse(/there is no run[^]*the-run/, { id });
  }
  const kept = readFileSync(file, 'utf8');
  const other = `"fingerprint":"${'0'.repeat(64)}"`;
  writeFileSync(file, kept.replace(/"fingerprint":"[0-9a-f]{64}"/, other));
  await refuse(/another host/);
  writeFileSync(file, kept);
  repository.write('perigee.yml', 'version: 1\n# changed\n');
  await refuse(/perigee.yml is not what it was/);
  repository.write('perigee.yml', 'version: 1\n');
  repository.write('work.mjs', 'changed');
  await refuse(/the after side \(working tree\) was .* and is/);
  repository.write('work.mjs', '');
  expect((await resumeRun(request)).profiles.slice(0, 2)).toEqual(record.profiles.slice(0, 2));
});

test('a damaged run.json is refused by its path', async () => {
  const { repository, request } = await interruptAt(0);
  const file = join(repository.root, '.perigee/runs/the-run/run.json');
  writeFileSync(file, '{"record":{}}');
  await expect(resumeRun(request)).rejects.toThrow(file);
});
