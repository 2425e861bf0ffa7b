/** Two pull requests that propose the same commit share its check. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  commit,
  endRun,
  measureRun,
  openPull,
  pullRequest,
  type Scenario,
  startRun,
  startScenario,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const [own, strange] = [1, 2];
let scenario: Scenario;
let head: string;
beforeEach(() => {
  scenario = startScenario();
  head = commit(scenario.world, { name: 'a' });
  openPull(scenario.world, own, head);
});
afterEach(() => scenario.close());

function measure(number: number, factor = 1): void {
  const { world } = scenario;
  const run = startRun(world, number);
  const measured = () => {
    measureRun(world, { factors: { upload: factor } }, run);
  };
  world.onRerun = () => measured();
  measured();
}

/** Looks at both until nothing changes, in both orders. */
async function readCheck(): Promise<string | undefined> {
  for (const number of [own, strange, strange, own]) await scenario.look(pullRequest(number));
  const check = newestCheck(scenario.world, head);
  for (const number of [strange, own]) {
    await scenario.look(pullRequest(number));
    expect(newestCheck(scenario.world, head)).toEqual(check);
  }
  return check?.conclusion ?? check?.status;
}

test('a stranger who proposes it too, and measures nothing, holds nobody back', async () => {
  const { world } = scenario;
  openPull(world, strange, head, { fork: true });
  expect(await readCheck()).toBe('queued');
  measure(own);
  expect(await readCheck()).toBe('success');
  // Nothing will ever be measured there.
  world.nowMs += 86_400_000;
  expect(await readCheck()).toBe('success');
  const run = startRun(world, strange);
  endRun(run, 'cancelled');
  expect(await readCheck()).toBe('success');
  expect(ownComments(world, own)[0]).toContain('✅ Nothing got slower');
  expect(ownComments(world, strange)[0]).not.toContain('✅ Nothing got slower');
});

test('what is measured there counts, and while it is measured it is waited for', async () => {
  const { world } = scenario;
  openPull(world, strange, head, { fork: true });
  measure(own);
  const run = startRun(world, strange);
  expect(await readCheck()).toBe('in_progress');
  endRun(run, 'cancelled');
  measure(strange, 1.3);
  expect(await readCheck()).toBe('failure');
});

test('what stands already is not written again for the other one', async () => {
  const { world } = scenario;
  openPull(world, strange, head, { fork: true });
  measure(own);
  measure(strange, 1.3);
  expect(await readCheck()).toBe('failure');
  const called: string[] = [];
  world.onCall = (method) => called.push(method);
  for (const number of [strange, own, strange]) await scenario.look(pullRequest(number));
  expect(called).toContain('findCheck');
  expect(called).not.toContain('writeCheck');
});

test('into another branch it is another change: what nobody measured there does not pass', async () => {
  const { world } = scenario;
  world.branches.set('release', commit(world, { name: 'release' }));
  openPull(world, strange, head, { fork: true, baseBranch: 'release' });
  measure(own);
  expect(await readCheck()).toBe('queued');
  world.nowMs += 86_400_000;
  expect(await readCheck()).toBe('action_required');
  world.pulls.get(strange)!.isOpen = false;
  expect(await readCheck()).toBe('success');
});
