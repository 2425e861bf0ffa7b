import { expect, test } from 'vitest';
import { observe } from '../main-branch/pushes.ts';
import { pushObserved } from './claims.ts';
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
