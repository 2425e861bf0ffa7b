import { beforeEach, expect, test } from 'vitest';
import type { Told } from '../../../src/contract/documents.ts';
import type { CiFacts } from '../../../src/transport/ci/ci-facts.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
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
const other: Told = { kind: 'pull-request', number: 9 };

test('a hundred jobs that end together are a search at once and one more for all', async () => {
  let searches = 0;
  const findFacts = async (): Promise<CiFacts> => {
    searches += 1;
    return facts;
  };
  // They lie in the log when it starts, so however slow it is to write, it reads them together.
  const log = place.openDeliveries();
  for (let i = 0; i < 100; i++) await tell(log, ofJob(i));
  await log.close();
  const startMs = performance.now();
  const bot = start({ findFacts, jobsEveryMs: 2_000 });
  await expect.poll(bot.lag).toBe(0);
  expect(searches).toBeGreaterThan(1);
  // A busy machine may take longer than that to read them all.
  expect(searches).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startMs) / 2_000));
  expect(bot.looks).toEqual(Array(searches).fill('acme/sync#3'));
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

test('whatever is told of a build while it is searched for is one search more', async () => {
  const begun = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  let searches = 0;
  const bot = start({
    findFacts: async () => {
      searches += 1;
      begun.resolve(undefined);
      await end.promise;
      return facts;
    },
  });
  await tell(bot.deliveries, build);
  await begun.promise;
  for (let i = 0; i < 20; i++) await tell(bot.deliveries, { ...build, id: `buildkite-${i}` });
  // What stands behind them in the log is done, so they have been read.
  await bot.tell(other);
  await expect.poll(() => bot.looks).toEqual(['acme/sync#9']);
  end.resolve(undefined);
  await expect.poll(bot.lag).toBe(0);
  expect(searches).toBe(2);
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

test('while Buildkite does not answer a build is waited for, and not lost', async () => {
  let answers = 0;
  const bot = start({
    findFacts: async () => {
      answers += 1;
      if (answers < 3) throw new Unavailable('429');
      return facts;
    },
  });
  await tell(bot.deliveries, build);
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  await expect.poll(bot.lag).toBe(0);
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
