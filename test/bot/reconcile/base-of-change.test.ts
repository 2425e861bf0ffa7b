import { expect, test } from 'vitest';
import { writeSuite } from './measurements.ts';
import {
  commit,
  endRun,
  propose,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, resolve, type World } from './world.ts';

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
