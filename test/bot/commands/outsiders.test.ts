import { expect, test } from 'vitest';
import { createOutsiders } from '../../../bot/src/commands/outsiders.ts';

const dayMs = 24 * 60 * 60_000;

function open() {
  let nowMs = 0;
  const outsiders = createOutsiders(() => nowMs);
  return { outsiders, wait: (ms: number) => void (nowMs += ms) };
}

test('one person has twenty answers a day in a repository, however the name is written', () => {
  const { outsiders, wait } = open();
  const ask = (login: string, repositoryId = 7): boolean =>
    outsiders.mayHaveAnswer(repositoryId, login);
  const answers = Array.from({ length: 25 }, (_, i) => ask(i % 2 === 0 ? 'mallory' : 'Mallory'));
  expect(answers.filter(Boolean)).toHaveLength(20);
  expect([ask('honest'), ask('mallory', 8)]).toEqual([true, true]);
  wait(dayMs);
  expect(ask('mallory')).toBe(true);
});

test('who has no write access is known for a minute', () => {
  const { outsiders, wait } = open();
  expect(outsiders.isKnown(7, 'mallory')).toBe(false);
  outsiders.note(7, 'mallory');
  expect(outsiders.isKnown(7, 'Mallory')).toBe(true);
  expect(outsiders.isKnown(8, 'mallory')).toBe(false);
  wait(60_000);
  expect(outsiders.isKnown(7, 'mallory')).toBe(false);
});
