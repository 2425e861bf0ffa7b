import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { commit, measureRun, openPull, pullRequest, startRun, startScenario } from './scenario.ts';
import { newestCheck } from './world.ts';

test('however many are looked at, the records of few are in memory at the same time', async () => {
  const { close, ports, world } = startScenario();
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const heads = numbers.map((number) => {
    const head = commit(world, { name: `change-${number}` });
    openPull(world, number, head);
    measureRun(world, {}, startRun(world, number));
    return head;
  });
  let inWork = 0;
  let most = 0;
  const four = Promise.withResolvers<undefined>();
  const { reconcile } = createReconciler({
    ...ports,
    openArtifacts: (...build) => {
      const source = ports.openArtifacts(...build);
      return {
        ...source,
        read: async (...which) => {
          inWork += 1;
          most = Math.max(most, inWork);
          // All that may be in work at once are, however slowly they come.
          if (inWork === 4) four.resolve(undefined);
          await four.promise;
          await pause(5);
          inWork -= 1;
          return source.read(...which);
        },
      };
    },
  });
  const { signal } = new AbortController();
  await Promise.all(numbers.map((number) => reconcile(pullRequest(number), signal)));
  expect(most).toBe(4);
  for (const head of heads) expect(newestCheck(world, head)?.conclusion).toBe('success');
  close();
});
