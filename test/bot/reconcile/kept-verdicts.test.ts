/** What was judged while its artifacts were there, once they are not any more. */
import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
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
import { newestCheck } from './world.ts';

function start(): Scenario {
  return startScenario({
    suite: writeSuite({ tests: ['upload', 'list', 'move', 'copy'] }),
  });
}

const slow = { upload: 1.3, list: 1.3, move: 1.3, copy: 1.3 };

/** Ways in which the artifacts of a run are not to be had any more. */
const losses: [string, (scenario: Scenario, run: WorkflowRun) => void][] = [
  ['deleted', ({ world }, run) => world.artifacts.set(run.id, [])],
  [
    'expired',
    ({ world }, run) => {
      for (const { stored } of world.artifacts.get(run.id)!) stored.isExpired = true;
    },
  ],
  [
    'not to be listed',
    ({ ports }, run) => {
      ports.openArtifacts = () => ({
        kind: 'github',
        list: () => Promise.reject(new Refused('ci-not-found', `no run ${run.id}`)),
        read: () => Promise.reject(new Error('nothing is listed')),
      });
    },
  ],
];

test.each(losses)(
  'a verdict against a lax branch says nothing of a strict one when its artifacts are %s',
  async (_, lose) => {
    const scenario = start();
    const { look, world } = scenario;
    world.branches.set('playground', commit(world, { name: 'lax', suite: { worse: 900 } }));
    const head = commit(world, { name: 'a', parents: [world.branches.get('main')!] });
    openPull(world, 1, head, { baseBranch: 'playground' });
    const run = startRun(world, 1);
    upload(world, run, recordOf(world, run, { baseBranch: 'playground', factors: { upload: 2 } }));
    endRun(run);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    lose(scenario, run);
    world.pulls.get(1)!.baseBranch = 'main';
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  },
);

test.each(losses)(
  'an alarm that was cleared stays so when the artifacts are %s',
  async (_, lose) => {
    const scenario = start();
    const { look, world } = scenario;
    const head = commit(world, { name: 'a' });
    openPull(world, 1, head);
    const run = startRun(world, 1);
    const measure = (factors: Record<string, number>, indexes: readonly number[]): void => {
      for (const index of indexes) {
        const shard = { index, total: 2, attempt: run.attempt };
        upload(world, run, recordOf(world, run, { factors, shard }));
      }
      endRun(run);
    };
    world.jobs.set(
      run.id,
      [1, 2].map((number) => ({
        ...{ id: number, name: `Shard ${number}`, attempt: 1, url: 'https://example.org/log' },
        status: 'completed',
      })),
    );
    measure(slow, [0, 1]);
    await look(pullRequest(1));
    measure({}, [0, 1]);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    lose(scenario, run);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    expect(world.reruns).toHaveLength(1);
  },
);

test.each([0, 1])(
  'what shard %i measured again still counts for it alone when the artifacts are deleted',
  async (index) => {
    const { look, world } = start();
    const head = commit(world, { name: 'a' });
    openPull(world, 1, head);
    const run = startRun(world, 1);
    const measure = (factors: Record<string, number>, indexes: readonly number[]): void => {
      for (const each of indexes) {
        const shard = { index: each, total: 2, attempt: run.attempt };
        upload(world, run, recordOf(world, run, { factors, shard }));
      }
      endRun(run);
    };
    measure(slow, [index]);
    measure({}, [1 - index]);
    await look(pullRequest(1));
    run.attempt = Math.max(2, run.attempt);
    measure({}, [index]);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    const asked = world.reruns.length;
    world.artifacts.set(run.id, []);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    expect(world.reruns).toHaveLength(asked);
  },
);
