import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import type { BuildEvent, RunRecord } from '../../../src/contract/documents.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import type { UploadChanges } from './artifacts.ts';
import { writeSuite } from './measurements.ts';
import {
  endRun,
  measureRun,
  propose,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { commitId, newestCheck, ownComments } from './world.ts';

/** Pull request 1 is another one; 2 comes from a fork, whose run has ended. */
function startFork(): Scenario & { run: WorkflowRun; head: string } {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload', 'download'] }) });
  const { world } = scenario;
  propose(world, { name: 'honest' });
  startRun(world, 1);
  const head = propose(world, { number: 2, name: 'fork' }, { fork: true });
  const run = startRun(world, 2);
  return { ...scenario, run, head };
}

type Forgery = (record: RunRecord) => RunRecord;

const forgeries: [what: string, forge: Forgery, named: RegExp, changes?: UploadChanges][] = [
  [
    'the head of another pull request',
    (record) => ({ ...record, after: { commit: commitId('honest'), label: 'x' } }),
    /it measured 686f6e657374, and the head is 666f726b0000/,
  ],
  [
    'another base',
    (record) => ({ ...record, before: { commit: commitId('main-0'), label: 'x' } }),
    /its base is 6d61696e2d30 instead of 6d61696e2d31/,
  ],
  [
    'its own commit as its base, so that nothing can be slower',
    (record) => ({ ...record, before: record.after }),
    /its base is 666f726b0000 instead of 6d61696e2d31/,
  ],
  [
    'the change alone',
    (record) => ({ ...record, plan: { ...record.plan, sides: ['after'] } }),
    /it measured one side alone/,
  ],
  [
    'another plan',
    (record) => ({ ...record, plan: { ...record.plan, digest: 'f'.repeat(64) } }),
    /its plan places or runs the tests in another way/,
  ],
  [
    'one of two shards, with the plan of one',
    (record) => ({ ...record, shard: { index: 0, total: 2, attempt: 1 } }),
    /its plan places or runs the tests in another way/,
  ],
  [
    'the right plan, and leaves a test out',
    (record) => ({
      ...record,
      tests: record.tests.slice(0, 1),
      profiles: record.profiles.filter(({ test: name }) => name === record.tests[0]!.name),
    }),
    /its tests are not those that perigee\.yml gives this shard/,
  ],
  [
    'the right plan, and measured another test',
    (record) => ({
      ...record,
      tests: record.tests.map((test) => ({ ...test, name: 'easy' })),
      profiles: record.profiles.map((profile) => ({ ...profile, test: 'easy' })),
    }),
    /its tests are not those that perigee\.yml gives this shard/,
  ],
  [
    'an attempt that was never made',
    (record) => ({ ...record, shard: { ...record.shard, attempt: 9 } }),
    /the newest attempt of its run is 1/,
  ],
  [
    'another repository',
    (record) => record,
    /it is of run "\d+" of acme\/other/,
    { event: (event) => ({ ...event, build: { ...event.build, repository: 'acme/other' } }) },
  ],
  [
    'another run',
    (record) => record,
    /it is of run "1" of acme\/sync/,
    { event: (event) => ({ ...event, build: { ...event.build, runId: '1' } }) },
  ],
  [
    'to be small, and is not when it is unpacked',
    (record) => record,
    /its run record unpacks to more than/,
    { packed: gzipSync(Buffer.alloc(80_000_000, ' ')) },
  ],
  [
    'more bytes than are read',
    (record) => record,
    /at most \d+ are read/,
    { bytes: artifactLimits.maxBytes + 1 },
  ],
];

test.each(forgeries)('an artifact that claims %s is refused and named', async (...row) => {
  const [, forge, named, changes] = row;
  const { fetched, head, ledger, look, run, told, world } = startFork();
  upload(world, run, forge(recordOf(world, run)), changes);
  endRun(run);
  await look(pullRequest(2));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  const [comment = '', ...others] = ownComments(world, 2);
  expect(comment.replaceAll('`', '')).toMatch(named);
  expect(others).toEqual([]);
  expect(told).toEqual([]);
  expect(ledger.listRuns(7, head)).toEqual([]);
  // What is refused once is not fetched again, however often it is looked at.
  const times = fetched.length;
  await look(pullRequest(2));
  expect([times <= 1, fetched.length]).toEqual([true, times]);
  expect(newestCheck(world, commitId('honest'))).toMatchObject({ status: 'in_progress' });
  expect(ownComments(world, 1)).toEqual([]);
});

test('an honest artifact of the same fork is judged, and the report says whose runner it was', async () => {
  const { head, look, run, told, world } = startFork();
  measureRun(world, {}, run);
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ownComments(world, 2)).toEqual([expect.stringContaining('A fork controls its own')]);
  expect(told.map(({ build }) => build.runId)).toEqual([String(run.id)]);
});

test('a verdict that the artifact claims is read by nobody: what was measured is judged here', async () => {
  const { look, run, world, head } = startFork();
  const event = (honest: BuildEvent) => ({ ...honest, verdict: 'success', conclusion: 'success' });
  upload(world, run, recordOf(world, run, { factors: { upload: 1.3 } }), { event });
  endRun(run);
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  expect(world.reruns).toHaveLength(1);
});

test('the log of builds is told by us where an artifact is, whatever its own event says', async () => {
  const { look, run, told, world } = startFork();
  upload(world, run, recordOf(world, run), {
    event: (event) => ({
      ...event,
      id: 'of-the-fork',
      shard: {
        ...event.shard!,
        artifact: { ...event.shard!.artifact, store: 'directory', location: '/etc/passwd' },
      },
    }),
  });
  endRun(run);
  await look(pullRequest(2));
  expect(told).toHaveLength(1);
  expect(told[0]).not.toMatchObject({ id: 'of-the-fork' });
  expect(told[0]?.shard?.artifact).toMatchObject({
    store: 'github',
    location: 'perigee-sync-shard-1-of-1-attempt-1',
  });
});

test('a forged shard beside honest ones makes no verdict of its own', async () => {
  const { head, look, run, world } = startFork();
  const shard = (index: number) => ({ index, total: 2, attempt: 1 });
  upload(world, run, recordOf(world, run, { shard: shard(0) }));
  const forged = recordOf(world, run, { shard: shard(1) });
  upload(world, run, { ...forged, before: { commit: commitId('main-0'), label: 'x' } });
  endRun(run);
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  expect(newestCheck(world, head)?.title).toContain('Incomplete');
});
