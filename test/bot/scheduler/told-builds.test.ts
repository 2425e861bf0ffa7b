import { beforeEach, expect, test } from 'vitest';
import type { CiFacts } from '../../../src/transport/ci/ci-facts.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import {
  type Changes,
  commit,
  makePlace,
  makePull,
  type Place,
  startBotWork,
  tell,
} from './start-bot-work.ts';

let place: Place;
beforeEach(() => (place = makePlace()));
function start(changes: Changes) {
  const findPullRequests = async () => [makePull(3)];
  return startBotWork(place, { github: { findPullRequests }, ...changes });
}

const facts: CiFacts = {
  ...{ commit, event: 'pull_request', attempt: 1, branch: 'topic', branchKind: 'pull-request' },
  ...{ parents: [], fork: false, links: {}, doubts: [] },
};
const runId = 'acme/sync-perf/42';
const build = { id: 'buildkite-1', build: { repository: 'acme/sync', runId } };

test('a build that Buildkite tells of leads to whoever has its commit, as Buildkite knows it', async () => {
  const asked: unknown[] = [];
  const bot = start({
    findFacts: async (key, platform) => {
      asked.push([key, platform]);
      return facts;
    },
  });
  await tell(bot.deliveries, build);
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  await expect.poll(bot.lag).toBe(0);
  expect(asked).toEqual([[{ repository: 'acme/sync', suite: '', runId }, 'buildkite']]);
});

/** As of a job that has ended. */
const ofJob = (i: number) => ({
  ...{ id: `buildkite-${i}`, build: { ...build.build, mayWait: true as const } },
});

test('the end of a build waits for no job of it', async () => {
  const bot = start({ findFacts: async () => facts, jobsEveryMs: 600_000 });
  for (let i = 0; i < 3; i++) await tell(bot.deliveries, ofJob(i));
  await expect.poll(() => bot.looks.length).toBe(1);
  await tell(bot.deliveries, build);
  await expect.poll(() => bot.looks.length).toBe(2);
  // Their position is stored when they are done: what a crash leaves comes again.
  expect(await bot.lag()).toBeGreaterThan(0);
});

test.each([
  ['that Buildkite says is of another repository', new Refused('ci-not-found', 'of another')],
  ['of Buildkite where the service has no token', new UserError({ seen: 'no token' })],
])('a build %s leads nowhere, and holds nothing up', async (_what, fault) => {
  const bot = start({ findFacts: () => Promise.reject(fault) });
  await tell(bot.deliveries, build);
  await expect.poll(bot.lag).toBe(0);
  expect(bot.looks).toEqual([]);
  expect(await bot.deliveries.deadLetters.list()).toEqual([]);
});

test('builds of a repository where the app is not installed are asked about nowhere', async () => {
  const asked: unknown[] = [];
  const bot = start({
    findFacts: async (key) => {
      asked.push(key);
      return facts;
    },
  });
  await tell(bot.deliveries, { id: 'b', build: { repository: 'somebody/else', runId } });
  await expect.poll(bot.lag).toBe(0);
  expect(asked).toEqual([]);
});
