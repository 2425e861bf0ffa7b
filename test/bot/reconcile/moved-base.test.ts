/** The base branch changes its perigee.yml while a pull request is open that left before; or it is another one by now. */
import { expect, test } from 'vitest';
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
  judgeChange,
} from './scenario.ts';
import { newestCheck, ownComments, resolve, type World } from './world.ts';

function start(): Scenario {
  return startScenario({ suite: writeSuite({ more: 'gate: { confirm: false }' }) });
}

/** The default branch moves on, and the pull request merges it in. GitHub's `base.sha` stays where it was. */
function mergeMainInto(world: World, number: number): string {
  const pull = world.pulls.get(number)!;
  const tip = commit(world, { name: 'main-2' });
  world.branches.set('main', tip);
  pull.head = commit(world, { name: 'merge', parents: [pull.head, tip] });
  return tip;
}

test('a change that has merged its target branch in is compared with what it merged', async () => {
  const { look, world } = start();
  propose(world, { name: 'a' });
  const tip = mergeMainInto(world, 1);
  const run = startRun(world, 1);
  const record = recordOf(world, run);
  expect(record.before.commit).toBe(tip);
  expect(world.pulls.get(1)!.base).not.toBe(resolve(world, 'main'));
  upload(world, run, record);
  endRun(run);
  await look(pullRequest(1));
  expect(newestCheck(world, run.head)).toMatchObject({ conclusion: 'success' });
});

const invalid = 'version: 1\nsuite: sync\ntests: []\n';
const more = 'gate: { confirm: false }';

test('what the base branch changed since is none of the change', async () => {
  const tip = writeSuite({ tests: ['upload', 'download'], worse: 50, more });
  const { check, comment } = await judgeChange({ base: writeSuite(), tip });
  expect(check).toMatchObject({ conclusion: 'success' });
  expect(comment).not.toContain('Once merged');
  expect(comment).not.toContain('does not measure what it measured before');
  expect(comment).not.toContain('its thresholds count once this is merged');
  expect(comment).not.toContain('gate.confirm');
});

test('what the change changes itself is told against what counts now, and that alone', async () => {
  const { comment } = await judgeChange({
    base: writeSuite({ tests: ['upload', 'rename'] }),
    head: writeSuite({ tests: ['upload'], worse: 20 }),
    tip: writeSuite({ tests: ['upload', 'rename', 'download'], worse: 50, more }),
  });
  expect(comment).toMatch(/50%.*20%/);
  expect(comment).toMatch(/does not measure what it measured before: "rename"/);
  expect(comment).not.toContain('download');
  expect(comment).not.toContain('gate.confirm');
});

test('a change that left before its base broke does not mend it', async () => {
  const { check } = await judgeChange({ base: writeSuite(), tip: invalid });
  expect(check).toMatchObject({ conclusion: 'action_required' });
});

test('once the base is mended, the next look judges what left before it broke', async () => {
  const { head, look, world } = await judgeChange({ base: writeSuite(), tip: invalid });
  world.branches.set('main', commit(world, { name: 'main-3', suite: writeSuite({ more }) }));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

test('of a perigee.yml that the base branch has taken away nothing is said', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const change = propose(world, { name: 'a' });
  const bare = commit(world, { name: 'main-2' });
  world.commits.set(bare, { ...world.commits.get(bare)!, files: {} });
  world.branches.set('main', bare);
  await look(pullRequest(1));
  expect([newestCheck(world, change), ownComments(world, 1)]).toEqual([undefined, []]);
});

test('a pull request that is retargeted after it was measured is told to push, and not to run the same again', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const below = commit(world, { name: 'a1' });
  world.branches.set('stack-1', below);
  const head = propose(world, { name: 'a2', parents: [below] }, { baseBranch: 'stack-1' });
  measureRun(world, { baseBranch: 'stack-1' });
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  // What it stacks on was squashed.
  world.branches.set('main', commit(world, { name: 'squashed' }));
  world.pulls.get(1)!.baseBranch = 'main';
  await look(pullRequest(1));
  const check = newestCheck(world, head)!;
  expect(check).toMatchObject({ conclusion: 'action_required', buttons: [] });
  expect(check.summary).toContain('push, or close and reopen');
  expect(check.summary).not.toContain('/perigee rerun');
});

test.each([
  [false, 'while a pull request conflicts with its target'],
  [true, 'Merge `main` into it, or rebase it'],
])(
  'where no run came, GitHub may have started none; it conflicts for sure: %s',
  async (conflicts, cause) => {
    const { look, world } = startScenario();
    const head = propose(world, { name: 'a' });
    if (conflicts) world.pulls.get(1)!.conflicts = true;
    await look(pullRequest(1));
    world.nowMs += 3_600_000;
    await look(pullRequest(1));
    const check = newestCheck(world, head)!;
    expect(check).toMatchObject({ conclusion: 'action_required' });
    expect(check.summary).toContain(cause);
  },
);
