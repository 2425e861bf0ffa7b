/** What has all looked at again that it may concern, though none of it changed. */
import { beforeEach, expect, test } from 'vitest';
import {
  type Changes,
  commit,
  makePlace,
  makePull,
  type Place,
  startBotWork,
} from './start-bot-work.ts';

let place: Place;
beforeEach(() => (place = makePlace()));
const start = (changes: Changes = {}) => startBotWork(place, changes);

test('a branch whose perigee.yml is changed has all looked at that is to be merged into it', async () => {
  const into: (string | undefined)[] = [];
  const old = { updatedAtMs: Date.now() - 90 * 86_400_000 };
  const bot = start({
    github: {
      listOpenPullRequests: async (_, branch) => {
        into.push(branch);
        return [makePull(3), makePull(4, old), makePull(5, { baseBranch: 'other' })];
      },
    },
  });
  await expect.poll(() => into).toEqual([undefined]);
  await expect.poll(() => bot.looks.length).toBeGreaterThan(1);
  bot.looks.length = 0;
  await bot.tell({ kind: 'push', branch: 'main', commit, changesRules: true });
  await expect
    .poll(() => [...new Set(bot.looks)].sort())
    .toEqual([`acme/sync!${commit}`, 'acme/sync#3', 'acme/sync#4']);
  await expect.poll(bot.lag).toBe(0);
  expect(into).toEqual([undefined, 'main']);
});

test('so it is where only the file is changed that thresholds come from', async () => {
  const suite = 'version: 1\nsuite: sync\nthresholds:\n  from: perf/limits.yml\n';
  const files = new Map([['perigee.yml', suite]]);
  const bot = start({
    github: {
      readFile: async (_, path) => files.get(path),
      listOpenPullRequests: async (_, branch) => (branch === undefined ? [] : [makePull(3)]),
    },
  });
  await bot.tell({ kind: 'rules', branch: 'main', yaml: ['.github/ci.yml', 'limits.yml'] });
  await expect.poll(bot.lag).toBe(0);
  expect(bot.looks).toEqual([]);
  await bot.tell({ kind: 'rules', branch: 'main', yaml: ['perf/limits.yml'] }, 'guid-2');
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
});

test('whoever presses Re-run has the check looked at, whatever came of the command', async () => {
  const bot = start({ github: { findPullRequests: async () => [makePull(3)] } });
  const sender = 'ada';
  await bot.tell({ kind: 'button', commit, checkRunId: 4, button: 'rerun', sender });
  await expect.poll(() => bot.looks).toEqual(['acme/sync#3']);
  await bot.tell({ kind: 'button', commit, checkRunId: 4, button: 'explain', sender }, 'guid-2');
  await expect.poll(() => bot.commands).toEqual(['guid', 'guid-2']);
  await expect.poll(bot.lag).toBe(0);
  expect(bot.looks).toEqual(['acme/sync#3']);
});
