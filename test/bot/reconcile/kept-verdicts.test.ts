/** What was judged while its artifacts were there, once they are not any more. */
import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { open, type Stage } from './red-stage.ts';
import { endRun, measureRun, pullRequest } from './scenario.ts';

/** Ways in which the artifacts of a run are not to be had any more. */
const losses: [string, (stage: Stage) => unknown][] = [
  ['deleted', ({ run, world }) => world.artifacts.set(run.id, [])],
  [
    'expired',
    ({ run, world }) => {
      for (const { stored } of world.artifacts.get(run.id)!) stored.isExpired = true;
    },
  ],
  [
    'not to be listed',
    ({ ports, run }) => {
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
    const stage = open();
    const { check, look, run, world } = stage;
    world.pulls.get(1)!.baseBranch = 'lax';
    measureRun(world, { baseBranch: 'lax', factors: { upload: 2 } }, run);
    await look(pullRequest(1));
    expect(check()).toBe('success');
    lose(stage);
    world.pulls.get(1)!.baseBranch = 'main';
    await look(pullRequest(1));
    expect(check()).toBe('action_required');
  },
);

test.each(losses)(
  'an alarm that was cleared stays so when the artifacts are %s',
  async (_, lose) => {
    const stage = open();
    const { check, look, measure, run, world } = stage;
    measure(run, 1.3);
    await look(pullRequest(1));
    measure(run, 1);
    await look(pullRequest(1));
    expect(check()).toBe('success');
    lose(stage);
    await look(pullRequest(1));
    expect(check()).toBe('success');
    expect(world.reruns).toHaveLength(1);
  },
);

/** A shard alone says that it is slower, and clears it in a second attempt. */
function clearOne({ again, measure, run }: Stage, index: number): void {
  measure(run, 1.3, { shards: [index] });
  measure(run, 1, { shards: [1 - index] });
  again(run);
  measure(run, 1, { shards: [index] });
}

test.each([0, 1])(
  'an alarm that shard %i alone cleared stays so when the artifacts are deleted',
  async (index) => {
    const stage = open();
    const { check, look, run, world } = stage;
    clearOne(stage, index);
    await look(pullRequest(1));
    expect(check()).toBe('success');
    world.artifacts.set(run.id, []);
    await look(pullRequest(1));
    expect(check()).toBe('success');
    expect(world.reruns).toEqual([]);
  },
);

test.each([0, 1])(
  'nor does a second run of the commit that has left nothing take it back from shard %i',
  async (index) => {
    const stage = open();
    const { begin, check, look, world } = stage;
    clearOne(stage, index);
    await look(pullRequest(1));
    endRun(begin(), 'cancelled');
    await look(pullRequest(1));
    expect(check()).toBe('success');
    expect(world.reruns).toEqual([]);
  },
);
