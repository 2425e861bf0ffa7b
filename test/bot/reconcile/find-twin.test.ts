import { expect, test } from 'vitest';
import type { Subject } from '../../../bot/src/subject.ts';
import { accepting, pushOf, startPush } from '../main-branch/pushes.ts';
import {
  addRun,
  commit,
  endRun,
  measureRun,
  propose,
  pullRequest,
  type Scenario,
  startRun,
  startScenario,
} from './scenario.ts';
import { newestCheck, repository } from './world.ts';

interface Story {
  /** How long the test takes in the pull request, against before. */
  factor?: number;
  fork?: boolean;
  /** What the group has besides the change. */
  more?: Record<string, string>;
  /** What main has besides what the pull request began at. */
  since?: Record<string, string>;
}

/** A pull request is measured, and put into the queue; GitHub makes another commit of it, and its run begins. */
async function queue(scenario: Scenario, { factor = 1, fork = false, more, since }: Story = {}) {
  const { look, world } = scenario;
  const base = world.branches.get('main')!;
  const head = propose(world, { number: 2, name: 'change' }, { fork });
  const run = measureRun(world, { factors: { upload: factor } }, startRun(world, 2));
  await look(pullRequest(2));
  const files = { ...world.commits.get(head)!.files, ...since };
  let tip = base;
  if (since !== undefined) {
    tip = commit(world, { name: 'since', parents: [base], files: since });
    world.branches.set('main', tip);
  }
  const merged = commit(world, { name: 'merged', parents: [tip, head] });
  // GitHub merges: it adds no file of its own.
  world.commits.get(merged)!.files = { ...world.commits.get(tip)!.files, ...files, ...more };
  const ofGroup = addRun(world, {
    ...{ event: 'merge_group', head: merged, headRepositoryId: repository.id },
    headBranch: `gh-readonly-queue/main/pr-2-${tip}`,
  });
  const group: Subject = {
    ...{ kind: 'merge-group', repository, head: merged, base: tip, branch: 'main' },
  };
  await look(group);
  return { group, head, merged, ofGroup, run };
}

test('a merge group with the files of its pull request, on the same base, passes at once', async () => {
  const scenario = startScenario();
  const { merged, run } = await queue(scenario);
  const check = newestCheck(scenario.world, merged);
  expect(check).toMatchObject({ status: 'completed', conclusion: 'success' });
  expect(check?.summary).toContain('pull request 2 has the same files on the same base');
  expect(check?.summary).toContain(run.url);
});

test('its run may leave nothing, and the check stays', async () => {
  const scenario = startScenario();
  const { group, merged, ofGroup } = await queue(scenario);
  endRun(ofGroup);
  await scenario.look(group);
  expect(newestCheck(scenario.world, merged)).toMatchObject({ conclusion: 'success' });
});

test('what its own run measures all the same counts', async () => {
  const scenario = startScenario();
  const { group, merged, ofGroup } = await queue(scenario);
  const { ledger, look, world } = scenario;
  measureRun(world, { factors: { upload: 1.3 } }, ofGroup);
  await look(group);
  expect(newestCheck(world, merged)?.conclusion).not.toBe('success');
  expect(ledger.readStatistics(repository.id, 0)).toMatchObject({ judged: 1, red: 0 });
});

const measuring = { status: 'in_progress', title: expect.stringContaining('Measuring') as string };
const others: [string, Story][] = [
  ['holds a file more', { more: { 'src/other.ts': 'x' } }],
  ['is put on another base', { since: { 'src/since.ts': 'x' } }],
  ['is of a fork', { fork: true }],
  ['is of a pull request that is slower', { factor: 1.3 }],
];

test.each(others)('a group that %s is measured', async (_, story) => {
  const scenario = startScenario();
  const { merged } = await queue(scenario, story);
  expect(newestCheck(scenario.world, merged)).toMatchObject(measuring);
});

test('a group of a pull request whose regression was accepted is measured', async () => {
  const scenario = startScenario();
  const { ledger } = scenario;
  const accepted = { ...accepting, change: 0.32, changeAbsolute: 4e6, upper: 0.35 };
  const facts = { repositoryId: repository.id, commit: 'a'.repeat(40), atMs: 1, number: 2 };
  ledger.addAccept({ ...facts, series: [accepted], by: 'm', because: 'worth it' });
  const { merged } = await queue(scenario, { factor: 1.3 });
  expect(newestCheck(scenario.world, merged)).toMatchObject(measuring);
});

test('the check of a push links what the merge queue measured of the same commit', async () => {
  const scenario = startScenario();
  const { look, ports, world } = scenario;
  Object.assign(ports, {
    pageUrl: ({ runId }: { runId: string }) => `https://perigee.test/${runId}`,
  });
  const { group, merged, ofGroup } = await queue(scenario, { factor: 1.3 });
  measureRun(world, {}, ofGroup);
  await look(group);
  measureRun(world, {}, startPush(world, merged));
  await look(pushOf(merged));
  expect(newestCheck(world, merged)?.summary).toContain('The same commit in the merge queue');
});
