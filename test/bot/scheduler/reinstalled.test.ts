/** The app was taken away from a repository and installed there again, under another id. */
import { beforeEach, expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import {
  type Changes,
  commit,
  makePlace,
  makePull,
  type Place,
  repository,
  startBotWork,
} from './start-bot-work.ts';

const again: Repository = { ...repository, installation: 8 };
const gone = new Refused('ci-not-allowed', 'GitHub said 404 for a token of the installation', {
  ...{ status: 404, isOfInstallation: true },
});

let place: Place;
beforeEach(() => (place = makePlace()));

/** What is done by which installation; the old one is refused. */
function start(now: Repository[], changes: Changes = {}) {
  const done: string[] = [];
  const refuseOld = async (what: string, { installation, name }: Repository): Promise<void> => {
    if (installation === repository.installation) throw gone;
    done.push(`${what} ${name} ${installation}`);
  };
  const bot = startBotWork(place, {
    ...changes,
    github: {
      listRepositories: async () => now,
      findPullRequests: async (at) => {
        await refuseOld('search', at);
        return [makePull(3)];
      },
    },
    reconcile: (subject) => refuseOld('look', subject.repository),
    executeCommand: (delivery) => refuseOld('command', delivery.repository),
  });
  return { bot, done };
}

test('what is due or told by the old installation is looked at by the new one', async () => {
  const { bot, done } = start([again]);
  bot.ledger.scheduleLook({ kind: 'pull-request', repository, number: 2 }, Date.now());
  await expect.poll(() => done).toContain('look sync 8');
  await bot.tell({ kind: 'commit', commit });
  await expect.poll(() => done).toContain('search sync 8');
  await expect.poll(() => bot.looks).toContain('acme/sync#3');
  await expect.poll(bot.lag).toBe(0);
  expect(bot.ledger.listDue(Date.now() + 86_400_000 * 2)).toEqual([]);
});

test('a command that was said before is carried out, once', async () => {
  const { bot, done } = start([again]);
  await bot.tell({
    ...{ kind: 'comment', number: 3, commentId: 9, author: 'ada', authorIsBot: false },
    ...{ writtenAt: new Date().toISOString(), body: '/perigee help' },
  });
  await expect.poll(() => done).toContain('command sync 8');
  await expect.poll(bot.lag).toBe(0);
  expect(done.filter((line) => line.startsWith('command'))).toHaveLength(1);
});

test('one that has another name now is not looked at under the old one any more', async () => {
  const { bot, done } = start([{ ...again, name: 'sync-2' }]);
  const subject = { kind: 'pull-request', repository, number: 2 } as const;
  bot.ledger.noteHead(subject, commit, Date.now());
  bot.ledger.scheduleLook(subject, Date.now());
  await expect.poll(() => done).toContain('look sync-2 8');
  await expect.poll(() => bot.ledger.listUnfinished()).toEqual([]);
  expect(bot.ledger.listDue(Date.now() + 86_400_000 * 2)).toEqual([]);
});

test('where it is installed nowhere any more it is given up, and looked at again in a day', async () => {
  const { bot, done } = start([]);
  await bot.tell({ kind: 'pull-request', number: 2 });
  await expect.poll(bot.lag).toBe(0);
  expect(done).toEqual([]);
  expect(bot.ledger.listDue(Date.now() + 3_600_000)).toEqual([]);
  expect(bot.ledger.listDue(Date.now() + 86_400_000)).toMatchObject([{ number: 2 }]);
});
