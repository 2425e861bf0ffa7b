import { beforeEach, expect, test } from 'vitest';
import type { Told } from '../../../src/contract/documents.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import {
  type Changes,
  commit,
  makePlace,
  makePull,
  type Place,
  repository,
  startBotWork,
  tell,
} from './start-bot-work.ts';

let place: Place;
beforeEach(() => (place = makePlace()));
const start = (changes: Changes = {}) => startBotWork(place, changes);
const base = 'cd'.repeat(20);
const comment: Told = {
  ...{ kind: 'comment', number: 3, commentId: 9, author: 'ada', authorIsBot: false },
  ...{ writtenAt: '2026-11-21T10:00:00Z', body: '/perigee help' },
};
const group: Subject = { kind: 'merge-group', repository, head: commit, base, branch: 'main' };

test.each<[string, Told, string]>([
  ['a pull request', { kind: 'pull-request', number: 3 }, 'acme/sync#3'],
  [
    'a merge group',
    { kind: 'merge-group', head: commit, base, branch: 'main' },
    `acme/sync@${commit}`,
  ],
  ['a push', { kind: 'push', branch: 'main', commit }, `acme/sync!${commit}`],
])('%s that is told of is looked at, and then its message is done', async (_what, told, key) => {
  const bot = start();
  await bot.tell(told);
  await expect.poll(() => bot.looks).toEqual([key]);
  await expect.poll(bot.lag).toBe(0);
});

test('what is told of a commit leads to all whose head it is, forks and merge groups too', async () => {
  const found: unknown[] = [];
  const bot = start({
    github: {
      findPullRequests: async (where, head) => {
        found.push([where.name, head]);
        return [makePull(3), makePull(4, { fork: true })];
      },
    },
  });
  bot.ledger.noteHead(group, commit, Date.now());
  await expect.poll(() => bot.looks).toContain(`acme/sync@${commit}`);
  bot.looks.splice(0);
  await bot.tell({ kind: 'commit', commit, runId: 812, pushedTo: 'main' });
  await expect
    .poll(() => [...bot.looks].sort())
    .toEqual(
      ['acme/sync!', 'acme/sync#3', 'acme/sync#4', 'acme/sync@'].map((key) =>
        key.replace(/[!@]$/, `$&${commit}`),
      ),
    );
  expect(found).toEqual([['sync', commit]]);
});

test('the end of a merge group is noted, and nobody looks at it again', async () => {
  const bot = start();
  bot.ledger.noteHead(group, commit, Date.now());
  bot.ledger.scheduleLook(group, Date.now() + 3_600_000);
  await bot.tell({ kind: 'merge-group-gone', head: commit });
  await expect.poll(() => bot.ledger.listUnfinished()).toEqual([]);
  expect(bot.ledger.listDue(Date.now() + 7_200_000)).toEqual([]);
});

test('a comment and a button are commands, and those of one pull request are done in their order', async () => {
  const bot = start({
    executeCommand: async ({ id }) => {
      // The first takes longest.
      await new Promise((resolve) => setTimeout(resolve, id === 'a' ? 60 : 1));
    },
  });
  for (const id of ['a', 'b', 'c']) await bot.tell(comment, id);
  const button: Told = { kind: 'button', commit, checkRunId: 4, button: 'rerun', sender: 'ada' };
  await bot.tell(button, 'd');
  await expect.poll(() => bot.commands.length).toBe(4);
  expect(bot.commands.filter((id) => id !== 'd')).toEqual(['a', 'b', 'c']);
  expect(bot.looks).toEqual([]);
});

test('once a build is stored, whoever has its commit is looked at', async () => {
  const bot = start({
    github: {
      findRunOrigin: async (_where, id) => ({
        ...{ id, attempt: 1, path: '.github/workflows/perigee.yml', event: 'pull_request' },
        ...{ head: commit, status: 'completed', createdAtMs: 0, url: 'https://github.com' },
      }),
      findPullRequests: async () => [makePull(3)],
    },
  });
  const event = (build: { repository: string; runId: string }) => ({
    ...{ schema: 'perigee/build-event', version: 1, id: build.runId, kind: 'aggregated' },
    emittedAt: '2026-11-21T10:00:00Z',
    build: { ...build, suite: 'sync' },
    aggregated: { total: 1, received: [0], missing: [] },
  });
  const append = (value: unknown) =>
    bot.builds.appendRaw({
      key: 'k',
      value: typeof value === 'string' ? value : JSON.stringify(value),
    });
  await append('not an event');
  await append(event({ repository: 'somebody/else', runId: '811' }));
  await append(event({ repository: 'Acme/Sync', runId: '812' }));
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  await expect
    .poll(async () => (await bot.builds.openSource('perigee-report').lag()).messages)
    .toBe(0);
});

test('a message that says nothing known is put aside with its reason, and the rest goes on', async () => {
  const bot = start();
  await bot.deliveries.appendRaw({ key: '5', value: '{"version":7}' });
  await bot.tell({ kind: 'pull-request', number: 3 });
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  const [letter] = await bot.deliveries.deadLetters.list();
  expect(letter?.reason).toMatch(/version 7 of the delivery format/);
  await expect.poll(bot.lag).toBe(0);
});

test('the position stays before what is not done: after a crash it comes again', async () => {
  let isDown = true;
  const first = startBotWork(place, {
    reconcile: async () => {
      if (isDown) throw new Unavailable('502');
    },
  });
  await first.tell({ kind: 'pull-request', number: 3 });
  await expect.poll(() => first.metrics.looks.value({ outcome: 'later' })).toBeGreaterThan(1);
  expect(await first.lag()).toBe(1);
  await first.abandon();
  isDown = false;
  const second = start();
  await expect.poll(() => second.looks).toEqual(['acme/sync#3']);
  await expect.poll(second.lag).toBe(0);
});

test('an outage that lasts is noted in the ledger, and looked at again when it is due', async () => {
  const asked: number[] = [];
  const bot = start({
    reconcile: async () => {
      asked.push(Date.now());
      if (asked.length === 1) throw new Unavailable('limit', { retryAfterMs: 31_000 });
    },
  });
  await bot.tell({ kind: 'pull-request', number: 3 });
  await expect.poll(bot.lag).toBe(0);
  const subject: Subject = { kind: 'pull-request', repository, number: 3 };
  expect(bot.ledger.listDue(Date.now() + 32_000)).toEqual([subject]);
  expect(bot.looks).toEqual([]);
  bot.ledger.scheduleLook(subject, Date.now());
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
});

test('what is due and refused is not asked for all the time, and not forgotten', async () => {
  const subject: Subject = { kind: 'pull-request', repository, number: 8 };
  let refusals = 0;
  const bot = start({
    reconcile: async () => {
      refusals += 1;
      throw new Refused('ci-not-allowed', 'the app is not installed there any more');
    },
  });
  bot.ledger.scheduleLook(subject, Date.now());
  await expect
    .poll(() => bot.lines.map(({ message }) => message))
    .toContain('gives up until the next message about it');
  const inHours = (hours: number): number => Date.now() + hours * 3_600_000;
  expect(bot.ledger.listDue(inHours(23))).toEqual([]);
  expect(bot.ledger.listDue(inHours(25))).toEqual([subject]);
  expect(refusals).toBe(1);
});

test('an installation that may see more has its pull requests looked at, and no other', async () => {
  const other = { ...repository, id: 6, name: 'other', installation: 8 };
  const lists: string[] = [];
  const bot = start({
    github: {
      listRepositories: async () => [repository, other],
      listOpenPullRequests: async ({ name }) => {
        lists.push(name);
        return name === 'sync' ? [makePull(3)] : [];
      },
    },
  });
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  lists.splice(0);
  await tell(bot.deliveries, { id: 'guid', installation: 7 });
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3', 'acme/sync#3']);
  expect(lists).toEqual(['sync']);
});
