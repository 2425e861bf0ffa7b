import { expect, test } from 'vitest';
import { readUntouchedShards } from '../../../src/contract/untouched-shards.ts';
import { observe, pushOf, startPush } from '../main-branch/pushes.ts';
import { leaveOut, pushObserved } from './claims.ts';
import { writeSuite } from './measurements.ts';
import {
  commit,
  endRun,
  openPull,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

interface Proposal {
  files?: Record<string, string>;
  fork?: boolean;
}

/** A pull request that nothing has measured yet. */
async function propose({ look, world }: Scenario, { files = {}, fork = false }: Proposal = {}) {
  const head = commit(world, { name: 'change', files });
  openPull(world, 2, head, { fork });
  await look(pullRequest(2));
  return head;
}

test.each([false, true])(
  'a change that touches nothing that any test reads passes before any job begins (fork: %s)',
  async (fork) => {
    const scenario = startScenario();
    await pushObserved(scenario);
    const head = await propose(scenario, { fork });
    const check = newestCheck(scenario.world, head);
    expect(check).toMatchObject({ status: 'completed', conclusion: 'success' });
    expect(check?.title).toContain('no test reads what this change touches');
    expect(ownComments(scenario.world, 2)).toEqual([]);
  },
);

test('its run may end without results, and the check stays', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  await pushObserved(scenario);
  const head = await propose(scenario);
  endRun(startRun(world, 2));
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

test('what its run measures all the same counts', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  await pushObserved(scenario);
  const head = await propose(scenario);
  const run = startRun(world, 2);
  upload(world, run, recordOf(world, run, { factors: { upload: 1.3 } }));
  endRun(run);
  await look(pullRequest(2));
  expect(newestCheck(world, head)?.conclusion).not.toBe('success');
});

test('a shard that began before the check passed, alone, takes nothing back', async () => {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload'] }) });
  const { look, world } = scenario;
  await pushObserved(scenario);
  const head = await propose(scenario);
  const run = startRun(world, 2);
  const record = recordOf(world, run);
  upload(world, run, { ...record, status: 'interrupted', profiles: record.profiles.slice(0, 2) });
  endRun(run);
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

const others: [string, (scenario: Scenario) => Promise<string>][] = [
  ['of which nothing was observed', (scenario) => propose(scenario)],
  [
    'that touches what a test reads',
    async (scenario) => {
      await pushObserved(scenario);
      return propose(scenario, { files: { 'src/upload.ts': 'slow' } });
    },
  ],
  [
    'that changes perigee.yml',
    async (scenario) => {
      await pushObserved(scenario);
      return propose(scenario, { files: { 'perigee.yml': `${writeSuite()}# new\n` } });
    },
  ],
];

test.each(others)('a change %s waits for its run', async (_, play) => {
  const scenario = startScenario();
  const head = await play(scenario);
  expect(newestCheck(scenario.world, head)).toMatchObject({ status: 'queued' });
});

test('one test that was not observed is enough to wait', async () => {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload', 'download'] }) });
  const observed = observe(scenario.world.branches.get('main')!);
  await pushObserved(scenario, observed);
  const head = await propose(scenario);
  expect(newestCheck(scenario.world, head)).toMatchObject({ status: 'queued' });
});

/** A push to main whose two shards saw what their tests read. */
async function pushShards({ look, world }: Scenario) {
  const before = world.branches.get('main')!;
  const files = { 'src/upload.ts': 'u', 'src/download.ts': 'd' };
  const tip = commit(world, { name: 'pushed', parents: [before], files });
  const run = startPush(world, tip);
  const records = [0, 1].map((index) =>
    recordOf(world, run, { before, shard: { index, total: 2, attempt: 1 } }),
  );
  for (const record of records) {
    const [{ name } = { name: '' }] = record.tests;
    const [seen] = observe(tip, [`src/${name}.ts`]).tests;
    const observation = { ...observe(tip, [`src/${name}.ts`]), tests: [{ ...seen!, name }] };
    upload(world, run, record, { observation });
  }
  endRun(run);
  await look(pushOf(tip));
  return records;
}

const pinned = 'shards: { total: 2, pins: { upload: 1, download: 2 } }';

test('of a change that touches one of two shards, the check tells the job of the other', async () => {
  const suite = writeSuite({ tests: ['upload', 'download'], more: pinned });
  const scenario = startScenario({ suite });
  const { look, world } = scenario;
  const [first] = await pushShards(scenario);
  const head = await propose(scenario, { files: { 'src/upload.ts': 'slower' } });
  const waiting = newestCheck(world, head);
  expect(waiting).toMatchObject({ status: 'queued' });
  expect(waiting?.summary).toContain('One shard has nothing to measure, of 2');
  const said = readUntouchedShards(waiting?.summary ?? '');
  expect(said).toEqual({ plan: first?.plan.digest, shards: [1] });

  const run = startRun(world, 2);
  const record = (index: number) =>
    recordOf(world, run, { shard: { index, total: 2, attempt: 1 } });
  upload(world, run, record(0));
  upload(world, run, leaveOut(record(1), 'download', ['bot']));
  endRun(run);
  await look(pullRequest(2));
  const judged = newestCheck(world, head);
  expect(judged).toMatchObject({ status: 'completed', conclusion: 'success' });
  expect(readUntouchedShards(judged?.summary ?? '')).toBeUndefined();
});
