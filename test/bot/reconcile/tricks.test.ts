import { expect, test } from 'vitest';
import type { Profile, RunRecord } from '../../../src/contract/documents.ts';
import { writeSuite } from './measurements.ts';
import {
  addRun,
  commit,
  endRun,
  measureRun,
  openPull,
  propose,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments, type World } from './world.ts';

/** Its first alarm blocks, so that each test is about one thing. */
const strict = writeSuite({ more: 'gate: { confirm: false }' });

function start(suite = strict): Scenario {
  return startScenario({ suite });
}

/** The newest run of a pull request measures it 30% slower, and ends. */
function measureSlow(world: World, number = 1, change = (record: RunRecord) => record): void {
  const run = startRun(world, number);
  upload(world, run, change(recordOf(world, run, { factors: { upload: 1.3 } })));
  endRun(run);
}

test('thresholds and gate of the pull request itself are shown, and do not count', async () => {
  const { look, world } = start();
  const suite = writeSuite({
    worse: 500,
    more: 'gate: { confirm: false, whenMissing: pass, ignore: ["**"] }',
  });
  const head = propose(world, { name: 'a', suite });
  measureSlow(world);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  const [comment] = ownComments(world, 1);
  expect(comment).toMatch(/applies only after the merge/);
  expect(comment).toMatch(/5%, blocks \| 500%, blocks/);
  expect(comment).toMatch(/gate\.whenMissing.*block.*pass/);
});

test.each(['perigee-too.yml', 'Perigee.yml', 'perigee.yaml'])(
  'a workflow %s that has our name and uploads our artifacts does not count',
  async (file) => {
    const { look, world } = start();
    const head = propose(world, { name: 'a' });
    measureRun(world, {}, startRun(world, 1, { path: `.github/workflows/${file}` }));
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ status: 'queued' });
  },
);

test('a pull request does not choose another workflow for itself', async () => {
  const { look, world } = start();
  const own = '.github/workflows/easy.yml';
  const suite = writeSuite({ more: `gate: { workflow: ${own} }` });
  const head = propose(world, { name: 'a', suite, files: { [own]: 'on: pull_request' } });
  measureRun(world, {}, startRun(world, 1, { path: own }));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'queued' });
});

test.each([
  ['of another event', { event: 'pull_request_target' }],
  ['of a push of the same commit', { event: 'push' }],
  ['that somebody dispatched', { event: 'workflow_dispatch' }],
  ['of another fork with the same commit', { headRepositoryId: 98 }],
  ['of another branch with the same commit', { headBranch: 'other' }],
])('a run %s does not count', async (_, changes) => {
  const { look, world } = start();
  const head = propose(world, { name: 'a' }, { fork: true });
  const { headRepositoryId = 0, headBranch } = world.pulls.get(1)!;
  const run = addRun(world, {
    ...{ event: 'pull_request', head, headRepositoryId, headBranch },
    ...changes,
  });
  measureRun(world, {}, run);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'queued' });
});

test('a record that says it is from last year does not bring back a mute that is over', async () => {
  const muted = `rules:\n    - { match: { test: upload, metric: latency }, worse: 5%, until: 2025-12-31 }`;
  const suite = strict.replace('gate:', `  ${muted}\ngate:`);
  const { look, world } = start(suite);
  const head = propose(world, { name: 'a' });
  measureSlow(world, 1, (record) => ({ ...record, startedAt: '2025-06-01T06:00:00Z' }));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
});

test('a record that says that more latency is better is red all the same', async () => {
  const { look, world } = start();
  const head = propose(world, { name: 'a' });
  const turn = (metrics: Profile['metrics']): Profile['metrics'] =>
    metrics.map((metric) => ({ ...metric, direction: 'higher' }));
  measureSlow(world, 1, (record) => ({
    ...record,
    profiles: record.profiles.map((profile) => ({ ...profile, metrics: turn(profile.metrics) })),
  }));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
});

test.each([
  ['before', 2, 1],
  ['after', 1, 2],
])(
  'a pull request to a lax branch, opened %s one of the same commit to a strict one, does not open that',
  async (_, strictOne, laxOne) => {
    const { ledger, look, world } = start();
    world.branches.set('playground', commit(world, { name: 'lax', suite: { worse: 900 } }));
    const head = commit(world, { name: 'a' });
    openPull(world, strictOne, head);
    openPull(world, laxOne, head, { baseBranch: 'playground' });
    world.pulls.get(laxOne)!.headBranch = world.pulls.get(strictOne)!.headBranch;
    measureSlow(world, strictOne);
    await Promise.all([2, 1].map((number) => look(pullRequest(number))));
    expect(world.checks.get(head)).toHaveLength(1);
    for (const number of [1, 2, 1, 2, 2]) {
      await look(pullRequest(number));
      expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
    }
    expect(ownComments(world, strictOne)[0]).toContain('longer: ');
    expect(ownComments(world, laxOne)[0]).toContain('✅ Nothing got slower');
    world.pulls.get(strictOne)!.isOpen = false;
    await look(pullRequest(strictOne));
    // The check is that of the other one now.
    expect(ledger.listDue(world.nowMs)).toEqual([pullRequest(laxOne)]);
    await look(pullRequest(laxOne));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  },
);
