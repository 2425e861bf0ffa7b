/** A pull request that was given another base and then its first one again: each base has a run of its own. */
import { beforeEach, expect, test } from 'vitest';
import { createCommands } from '../../../bot/src/commands/create-commands.ts';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import {
  commit,
  measureRun,
  openPull,
  pullRequest,
  type Scenario,
  startRun,
  startScenario,
} from '../reconcile/scenario.ts';
import { newestCheck, repository } from '../reconcile/world.ts';

const slow = { factors: { upload: 1.3 } };

let scenario: Scenario;
let ofMain: WorkflowRun;
let comments = 0;

/** The run for `main` has begun when the pull request is given `next`, which another run then measures. */
beforeEach(() => {
  scenario = startScenario();
  const { world } = scenario;
  world.branches.set('next', commit(world, { name: 'next-1' }));
  openPull(world, 1, commit(world, { name: 'a', parents: [world.branches.get('next')!] }));
  ofMain = startRun(world, 1);
});

function retarget(baseBranch: string): Promise<void> {
  scenario.world.pulls.get(1)!.baseBranch = baseBranch;
  return scenario.look(pullRequest(1));
}

async function measureForNext(): Promise<WorkflowRun> {
  const run = leaveForNext();
  await retarget('next');
  expect(readCheck()).toBe('success');
  return run;
}

function leaveForNext(): WorkflowRun {
  const { world } = scenario;
  world.nowMs += 60_000;
  const run = measureRun(world, { baseBranch: 'next' });
  return run;
}

function readCheck(): string | undefined {
  const { conclusion, status } = newestCheck(scenario.world, ofMain.head)!;
  return conclusion ?? status;
}

async function say(body: string): Promise<string> {
  const { ledger, ports, world } = scenario;
  comments += 1;
  let reply = '';
  const github = {
    ...ports.github,
    reply: async (...[, , , text]: string[]) => void (reply = text!),
  };
  const commands = createCommands({
    ...ports,
    ...{ github: github as never, ledger, wake: () => undefined },
    signal: new AbortController().signal,
  });
  const writtenAt = new Date(world.nowMs).toISOString();
  await commands.execute({
    ...{ id: `delivery-${comments}`, receivedAt: writtenAt, repository },
    what: {
      ...{ kind: 'comment', number: 1, commentId: comments, author: 'ada', authorIsBot: false },
      ...{ writtenAt, body },
    },
  });
  return reply;
}

test.each([
  ['was judged for that', measureForNext],
  ['was never looked at for that', async () => leaveForNext()],
])('a command is not about a newer run that is of another base and %s', async (_, leave) => {
  const ofNext = await leave();
  await retarget('main');
  expect(readCheck()).toBe('in_progress');
  expect(await say('/perigee accept all because it is worth it')).toContain('had no verdict yet');
  expect(await say('/perigee rerun')).toContain('already in progress');
  expect(scenario.world.reruns).toEqual([]);
  expect([ofMain.attempt, ofNext.attempt]).toEqual([1, 1]);
});

test('what was asked of the run of another base does not count for what the check shows', async () => {
  const { world } = scenario;
  world.refusesReruns = 'the app may not run anything again';
  measureRun(world, slow, ofMain);
  await scenario.look(pullRequest(1));
  expect(readCheck()).toBe('failure');
  await measureForNext();
  await retarget('main');
  expect(readCheck()).toBe('failure');
  expect(await say('/perigee explain')).toContain('It makes the check red');
  expect(await say('/perigee accept all because it is worth it')).toContain('**A1**');
  await scenario.look(pullRequest(1));
  expect(readCheck()).toBe('success');
});

test('a verdict that was kept for another base is not there to accept, and is again with that base', async () => {
  const { ledger, look, world } = scenario;
  world.refusesReruns = 'the app may not run anything again';
  measureRun(world, slow, ofMain);
  await look(pullRequest(1));
  await retarget('next');
  expect(readCheck()).toBe('action_required');
  expect(await say('/perigee accept all because it is worth it')).toContain('Nothing was accepted');
  expect(await say('/perigee rerun')).toContain('measures the same two commits again');
  expect(ledger.listAccepts(repository.id, world.nowMs)).toEqual([]);
  await retarget('main');
  expect(await say('/perigee accept all because it is worth it')).toContain('**A1**');
});
