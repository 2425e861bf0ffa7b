/** Records that are more than the service keeps of a build. */
import { expect, test } from 'vitest';
import { maxSeries } from '../../../src/transport/artifacts/artifact-limits.ts';
import { writeSuite } from './measurements.ts';
import {
  endRun,
  propose,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

test('a shard that goes beyond the limit of its build makes the check incomplete', async () => {
  const { look, world } = startScenario({ suite: writeSuite({ tests: ['upload', 'list'] }) });
  const head = propose(world, { name: 'a' });
  const run = startRun(world, 1);
  for (const index of [0, 1]) {
    const record = recordOf(world, run, { shard: { index, total: 2, attempt: 1 } });
    if (index === 1) {
      for (const [place, profile] of record.profiles.slice(0, 3).entries()) {
        const [span] = profile.spans;
        profile.spans = Array.from({ length: 17_000 }, (_, i) => {
          return { ...span!, span: `step ${place}.${i}` };
        });
      }
    }
    upload(world, run, record);
  }
  endRun(run);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({
    conclusion: 'action_required',
    title: expect.stringContaining('1 of 2 shards'),
  });
  expect(ownComments(world, 1)[0]).toContain(
    `the records of this build have more than ${maxSeries} series`,
  );
});
