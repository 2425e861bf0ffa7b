import { expect, test } from 'vitest';
import { classifyFailure } from '../../../bot/src/scheduler/failures.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';
import { newestCheck } from './world.ts';

test('a log of builds that is down is waited for, and then told of each shard', async () => {
  const scenario = startScenario();
  const { look, ports, told, world } = scenario;
  const head = propose(world, { name: 'a' });
  measureRun(world);
  const { log } = ports.builds;
  ports.builds = {
    log: { ...log, append: () => Promise.reject(new Error('no broker answers')) },
  };
  const error: unknown = await look(pullRequest(1)).catch((caught: unknown) => caught);
  expect(classifyFailure(error)).toEqual({ kind: 'later', askedMs: undefined });
  expect(String(error)).toContain('no broker answers');
  ports.builds = { log };
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(told).toHaveLength(1);
});
