import { expect, test } from 'vitest';
import type { PullRequest } from '../../../bot/src/github/github-side.ts';
import { hasMovedOn, isNoneOf } from '../../../bot/src/reconcile/has-moved-on.ts';
import type { Change } from '../../../bot/src/change/read-change.ts';
import { openWorld } from './github.ts';
import { commit, propose, pullRequest, startScenario } from './scenario.ts';
import { repository, type World } from './world.ts';

function start() {
  const { close, world } = startScenario();
  close();
  const head = propose(world, { name: 'a' });
  const asked: string[] = [];
  world.onCall = (method) => asked.push(method);
  const change: Change = {
    ...{ subject: pullRequest(1), kind: 'pull-request', head, targetBranch: 'main' },
    ...{ isOpen: true, fork: false, event: 'pull_request' },
  };
  return { asked, look: { change }, ports: { github: openWorld(world) }, world };
}

const moves: Readonly<Record<string, (pull: PullRequest, world: World) => unknown>> = {
  'has another head': (pull, world) => (pull.head = commit(world, { name: 'b' })),
  'has another target': (pull) => (pull.baseBranch = 'release'),
  'is closed': (pull) => (pull.isOpen = false),
  'is gone': (_, { pulls }) => pulls.delete(1),
};

test.for(Object.entries(moves))('a pull request that %s has moved on', async ([, move]) => {
  const { look, ports, world } = start();
  expect(await hasMovedOn(ports, look)).toBe(false);
  move(world.pulls.get(1)!, world);
  expect(await hasMovedOn(ports, look)).toBe(true);
  const open = [...world.pulls.values()].filter(({ isOpen }) => isOpen);
  expect(await isNoneOf(open, ports, look)).toBe(true);
});

test('what was read just now is not asked for again', async () => {
  const { asked, look, ports, world } = start();
  expect(await isNoneOf([...world.pulls.values()], ports, look)).toBe(false);
  expect(asked).toEqual([]);
});

test('of a commit that GitHub does not know the pull requests of yet, the one that counts is asked for', async () => {
  const { asked, look, ports } = start();
  expect(await isNoneOf([], ports, look)).toBe(false);
  expect(asked).toEqual(['readPullRequest']);
});

test('what was pushed to a branch, or merges, stays what it is', async () => {
  const { asked, look, ports } = start();
  const subject = { kind: 'push', repository, commit: look.change.head } as const;
  const push = { change: { ...look.change, subject, kind: subject.kind } };
  expect([await hasMovedOn(ports, push), await isNoneOf([], ports, push)]).toEqual([false, false]);
  expect(asked).toEqual([]);
});
