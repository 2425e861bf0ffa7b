import { expect, test } from 'vitest';
import type { WorkflowJob, WorkflowRun } from '../../../bot/src/github/github-side.ts';
import { startControl } from '../../../bot/src/main-branch/start-control.ts';
import { makeControl, startMs } from '../../gate/record/make-entries.ts';
import { openTestLedger } from '../ledger/open-test-ledger.ts';
import { repository } from '../reconcile/world.ts';

const hourMs = 3_600_000;
const path = '.github/workflows/perigee.yml';
const workflow = 'jobs:\n  control:\n    steps:\n      - with:\n          mode: control\n';

function makeRun(id: number, hours: number, words: Partial<WorkflowRun> = {}): WorkflowRun {
  return {
    ...{ id, attempt: 1, path, event: 'schedule', head: 'a'.repeat(40), url: '' },
    ...{ status: 'completed', createdAtMs: startMs - hours * hourMs, ...words },
  };
}

function makeJob(id: number, name: string, attempt = 1): WorkflowJob {
  return { id, name, attempt, status: 'completed', url: '' };
}

/** @returns the jobs that were run again */
async function start(
  runs: readonly WorkflowRun[],
  { file = workflow, jobs = [makeJob(1, 'Anchors'), makeJob(2, 'Control')], known = runs } = {},
): Promise<number[]> {
  const ledger = openTestLedger();
  for (const { id } of known) {
    ledger.noteControl(repository.id, makeControl(0, {}, { run: String(id) }));
  }
  const again: number[] = [];
  const github = {
    defaultBranch: async () => 'main',
    readFile: async (_: unknown, asked: string) => (asked === path ? file : undefined),
    listJobs: async () => jobs,
    rerunJob: async (_: unknown, id: number) => void again.push(id),
  };
  const logger = { log: () => undefined };
  await startControl({ github, ledger, logger, nowMs: () => startMs }, repository, runs);
  return again;
}

test('a schedule that is a night late is made up for: the job of the last control runs again', async () => {
  expect(await start([makeRun(5, 37), makeRun(4, 61)])).toEqual([2]);
  expect(await start([makeRun(5, 35)])).toEqual([]);
});

test('of several shards that comes first which was run again least', async () => {
  const jobs = [makeJob(2, 'Control 1', 2), makeJob(3, 'Control 2', 1)];
  expect(await start([makeRun(5, 100, { attempt: 2 })], { jobs })).toEqual([3]);
});

test('a run that was begun again lately is waited for', async () => {
  const run = makeRun(5, 100, { attempt: 2, startedAtMs: startMs - 2 * hourMs });
  expect(await start([run])).toEqual([]);
});

test('where the schedule works and its control fails, nothing is started', async () => {
  expect(await start([makeRun(6, 10), makeRun(5, 100)], { known: [makeRun(5, 100)] })).toEqual([]);
});

test('what was taken out of the workflow, never ran, or is too old stays so', async () => {
  expect(await start([makeRun(5, 37)], { file: 'jobs: {}\n# mode: control\n' })).toEqual([]);
  expect(await start([makeRun(5, 37)], { known: [] })).toEqual([]);
  expect(await start([makeRun(5, 37)], { jobs: [makeJob(1, 'Anchors')] })).toEqual([]);
  expect(await start([makeRun(5, 24 * 30)])).toEqual([]);
});
