/** What GitHub refuses of the lesser things keeps nobody from the rest of a look. */
import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { lookUntilDone, pushOf, pushToMain } from '../main-branch/pushes.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';
import { newestCheck } from './world.ts';

test.each(['findIssue', 'writeIssue'])(
  'where there are no issues a push is done all the same (%s)',
  async (refused) => {
    const scenario = startScenario();
    const { ledger, world } = scenario;
    const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
    world.onCall = (method) => {
      if (method === refused)
        throw new Refused('ci-not-allowed', 'issues are disabled', { status: 410 });
    };
    await lookUntilDone(scenario, slower);
    expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'failure' });
    expect(ledger.listUnfinished()).toEqual([]);
  },
);

test('an outage of issues is waited for', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await look(pushOf(slower));
  world.pending.shift()?.();
  world.onCall = (method) => {
    if (method === 'writeIssue') throw new Unavailable('502');
  };
  await expect(look(pushOf(slower))).rejects.toThrow(Unavailable);
});

test('a conversation in which nobody may comment keeps no check from its next moment', async () => {
  const { ledger, look, world } = startScenario();
  const head = propose(world, { name: 'a' });
  measureRun(world);
  world.onCall = (method) => {
    if (method === 'writeComment')
      throw new Refused('ci-not-allowed', 'it is locked', { status: 403 });
  };
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ledger.listUnfinished()).toEqual([]);
  world.onCall = () => undefined;
  await look(pullRequest(1));
  expect(world.comments).toHaveLength(1);
});
