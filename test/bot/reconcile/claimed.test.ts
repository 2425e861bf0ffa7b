import { expect, test } from 'vitest';
import { observe, pushOf, startPush } from '../main-branch/pushes.ts';
import { claim, leaveOut, pushObserved } from './claims.ts';
import { writeSuite } from './measurements.ts';
import {
  commit,
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
import { newestCheck, ownComments } from './world.ts';

function start(): Scenario {
  return startScenario({ suite: writeSuite({ tests: ['upload', 'download'] }) });
}

test('a test that a run of main observed, and no side changes, is left out', async () => {
  const scenario = start();
  await pushObserved(scenario);
  const head = await claim(scenario);
  expect(newestCheck(scenario.world, head)).toMatchObject({ conclusion: 'success' });
  const [comment] = ownComments(scenario.world, 2);
  // The words are of what was observed: what the run says of it is not used.
  expect(comment).toContain('Left out, since the change touches nothing that they read (1)');
  expect(comment).toContain('`upload`: reads 1 file');
  expect(comment).not.toContain('12,345');
  expect(comment).not.toContain('12345');
});

test('a change that touches nothing that any test reads passes without a series', async () => {
  const scenario = startScenario();
  await pushObserved(scenario);
  const head = await claim(scenario);
  expect(newestCheck(scenario.world, head)).toMatchObject({ conclusion: 'success' });
  expect(newestCheck(scenario.world, head)?.title).toContain('Nothing to measure');
});

const hostile: [string, (scenario: Scenario) => Promise<string>, RegExp][] = [
  ['nobody observed', (scenario) => claim(scenario), /no run of the default branch has observed/],
  [
    'a fork observed itself, in its own run',
    (scenario) => {
      const observation = observe(scenario.world.branches.get('main')!, ['none']);
      return claim(scenario, { fork: true, observation });
    },
    /no run of the default branch has observed/,
  ],
  [
    'a run of main observed of a commit that it did not measure',
    async (scenario) => {
      await pushObserved(scenario, observe('f'.repeat(40)));
      return claim(scenario);
    },
    /no run of the default branch has observed/,
  ],
];

test.each(hostile)('a claim of what %s is not believed', async (_, play, why) => {
  const scenario = start();
  const head = await play(scenario);
  expect(newestCheck(scenario.world, head)).toMatchObject({ conclusion: 'action_required' });
  const [comment = ''] = ownComments(scenario.world, 2);
  expect(comment.replaceAll(/[`\\]/g, '')).toMatch(why);
});

test('a push is measured whole: what its own run leaves out counts as not measured', async () => {
  const scenario = start();
  await pushObserved(scenario);
  const { look, world } = scenario;
  const before = world.branches.get('main')!;
  const tip = commit(world, { name: 'later', parents: [before] });
  const run = startPush(world, tip);
  const record = leaveOut(recordOf(world, run, { before }));
  upload(world, run, record);
  endRun(run);
  await look(pushOf(tip));
  expect(newestCheck(world, tip)?.conclusion).not.toBe('success');
});

test('what is observed after a change was judged proves it then', async () => {
  const scenario = start();
  const { look, world } = scenario;
  const base = world.branches.get('main')!;
  const head = await claim(scenario);
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  await pushObserved(scenario, observe(base, ['upload.mjs']));
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

test('the base is asked for no trees where nothing is left out', async () => {
  const scenario = start();
  await pushObserved(scenario);
  const { look, world } = scenario;
  const calls: string[] = [];
  world.onCall = (method) => calls.push(method);
  propose(world, { number: 2, name: 'honest' });
  measureRun(world, {}, startRun(world, 2));
  await look(pullRequest(2));
  expect(calls.filter((method) => /Tree/.test(method))).toEqual([]);
});
