import { expect, test } from 'vitest';
import { createRepositoryDirectory } from '../../../bot/src/scheduler/repository-directory.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import { repository } from './start-bot-work.ts';

const again: Repository = { ...repository, installation: 8 };

function open(...answers: Repository[][]) {
  const time = { nowMs: 1_000_000 };
  const asked: number[] = [];
  const github = {
    listRepositories: async () => {
      asked.push(time.nowMs);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
  return { directory: createRepositoryDirectory(github, () => time.nowMs), time, asked };
}

test('a name is found in any case, and one that nobody knows is asked about now and then', async () => {
  const { asked, directory, time } = open([], [repository]);
  expect(await directory.find('acme/sync')).toBeUndefined();
  expect(await directory.find('acme/sync')).toBeUndefined();
  time.nowMs += 300_000;
  expect(await directory.find('ACME/Sync')).toEqual(repository);
  expect(asked).toHaveLength(2);
});

test('a repository whose installation is refused is found where it is installed now', async () => {
  const { directory, time } = open([repository], [again]);
  await directory.refresh();
  time.nowMs += 60_000;
  expect(await directory.findAgain(repository)).toEqual(again);
  expect(await directory.find('acme/sync')).toEqual(again);
});

test('it is known by its id, whatever it is called and whoever has it now', async () => {
  const moved = { ...again, owner: 'globex', name: 'sync-2' };
  const { directory } = open([moved, { ...repository, id: 6 }]);
  expect(await directory.findAgain(repository)).toEqual(moved);
});

test('where nothing else is known the refusal stands, and many at a time ask once', async () => {
  const { asked, directory, time } = open([repository], [repository]);
  await directory.refresh();
  time.nowMs += 60_000;
  const found = await Promise.all([1, 2, 3].map(() => directory.findAgain(repository)));
  expect(found).toEqual([undefined, undefined, undefined]);
  expect(await directory.findAgain(repository)).toBeUndefined();
  expect(asked).toHaveLength(2);
});
