/** A push that was measured by several runs: its issue, its check and commands on the issue tell the same. */
import { expect, test } from 'vitest';
import { judgePast } from '../../../bot/src/main-branch/judge-past.ts';
import { readPush } from '../../../bot/src/main-branch/walk-pushes.ts';
import { addRun, endRun, recordOf, startScenario, upload } from '../reconcile/scenario.ts';
import { newestCheck, repository } from '../reconcile/world.ts';
import { lookUntilDone, pushOf, pushToMain } from './pushes.ts';

const { signal } = new AbortController();

const measureAgain = async (times: number) => {
  const scenario = startScenario();
  const { ledger, look, ports, world } = scenario;
  const before = world.branches.get('main')!;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await lookUntilDone(scenario, slower);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  world.nowMs += 60_000;
  const lucky = addRun(world, {
    ...{ event: 'push', head: slower, headBranch: 'main', headRepositoryId: repository.id },
  });
  for (let attempt = 1; attempt <= times; attempt++) {
    lucky.attempt = attempt;
    upload(world, lucky, recordOf(world, lucky, { before }));
    endRun(lucky);
    await look(pushOf(slower));
  }
  const push = readPush(ledger, repository, slower)!;
  const { judgement } = await judgePast(ports, repository, 'main', push, signal);
  return { check: newestCheck(world, slower), issues: world.issues, judgement };
};

test('one more run that is lucky neither turns the check green nor clears the issue', async () => {
  const { check, issues, judgement } = await measureAgain(1);
  expect(check).toMatchObject({ conclusion: 'failure' });
  expect(issues).toMatchObject([{ isOpen: true }]);
  expect(judgement?.series).toMatchObject([{ said: { regressed: 2, otherwise: 1 } }]);
});

test('when as many attempts of another run clear it, the issue is closed with the check', async () => {
  const { check, issues } = await measureAgain(2);
  expect(check).toMatchObject({ conclusion: 'success' });
  expect(issues).toMatchObject([{ isOpen: false }]);
  expect(issues[0]?.body).toContain('### ✅ Cleared');
});
