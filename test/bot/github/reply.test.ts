import { expect, test } from 'vitest';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { openSideOfPull } from './open-side.ts';

test('a command is answered once, however often it is told', async () => {
  const { side, fake, repository } = await openSideOfPull();
  await side.reply(repository, 1, 'comment 12', 'Accepted.');
  await side.reply(repository, 1, 'comment 12', 'Accepted.');
  await side.reply(repository, 1, 'comment 13', 'You may not.');
  expect(fake.comments.map(({ body }) => body)).toEqual([
    '<!-- perigee:reply:comment%2012 -->\nAccepted.',
    '<!-- perigee:reply:comment%2013 -->\nYou may not.',
  ]);
});

test('an answer that somebody else planted is none', async () => {
  const { side, state, fake, repository } = await openSideOfPull();
  const body = '<!-- perigee:reply:12 -->\nAccepted.';
  addComment(state, fake, 1, { login: 'mallory', body });
  await side.reply(repository, 1, '12', 'You may not.');
  expect(fake.comments.map(({ login }) => login)).toEqual(['mallory', 'perigee-gate[bot]']);
});

test('answers and the one comment are not taken for each other', async () => {
  const { side, fake, repository } = await openSideOfPull();
  await side.reply(repository, 1, '12', 'Accepted.');
  await side.writeComment(repository, 1, 'Slower.');
  await side.reply(repository, 1, '12', 'Accepted.');
  await side.writeComment(repository, 1, 'Faster.');
  expect(fake.comments.map(({ body }) => body)).toEqual([
    '<!-- perigee:reply:12 -->\nAccepted.',
    '<!-- perigee -->\nFaster.',
  ]);
});
