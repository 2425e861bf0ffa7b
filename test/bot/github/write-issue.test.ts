import { expect, test } from 'vitest';
import type { FakeIssue } from '../servers/fake/state.ts';
import { openSide } from './open-side.ts';

const text = { marker: 'perigee:culprit:abc', title: 'upload is slower', body: 'Since abc.' };
const planted: FakeIssue = {
  ...{ number: 1, state: 'open', title: 'x', labels: ['perigee'], login: 'mallory' },
  body: '<!-- perigee:culprit:abc -->\nNothing.',
};

test('an issue is opened once, found by its marker, changed and closed', async () => {
  const { side, fake, repository } = await openSide();
  fake.issues.push(planted);
  const number = await side.writeIssue(repository, { ...text, isOpen: true });
  expect(number).toBe(2);
  expect(await side.findIssue(repository, text.marker)).toEqual({
    ...{ number: 2, isOpen: true, body: '<!-- perigee:culprit:abc -->\nSince abc.' },
  });
  const changed = { ...text, body: 'It recovered.', isOpen: false };
  expect(await side.writeIssue(repository, changed)).toBe(2);
  expect(await side.writeIssue(repository, { ...changed, number: 2 })).toBe(2);
  expect(fake.issues).toMatchObject([
    planted,
    { state: 'closed', labels: ['perigee'], body: expect.stringContaining('It recovered.') },
  ]);
  expect(await side.findIssue(repository, text.marker)).toMatchObject({ isOpen: false });
  expect(await side.findIssue(repository, 'perigee:culprit:abd')).toBeUndefined();
});

test('it is found though somebody took its label away', async () => {
  const { side, fake, repository } = await openSide();
  await side.writeIssue(repository, { ...text, isOpen: true });
  fake.issues[0]!.labels = [];
  expect(await side.findIssue(repository, text.marker)).toMatchObject({ number: 1 });
});

test('of two that were opened at the same time the younger is closed', async () => {
  const { side, github, fake, repository } = await openSide();
  const body = '<!-- perigee:culprit:abc -->\nSince abc.';
  github.intercept = ({ method, path }) => {
    const other = { ...planted, login: 'perigee-gate[bot]', appId: 4711, body };
    if (method === 'POST' && path.endsWith('/issues')) fake.issues.push(other);
    return undefined;
  };
  expect(await side.writeIssue(repository, { ...text, isOpen: true })).toBe(1);
  expect(fake.issues.map(({ state }) => state)).toEqual(['open', 'closed']);
});

test('in an hour so many are opened as may be, and the next waits for the next hour', async () => {
  const { side, fake, repository } = await openSide({ creationsPerHour: 3 });
  const open = (marker: string) =>
    side.writeIssue(repository, { ...text, marker: `perigee:culprit:${marker}`, isOpen: true });
  for (const marker of ['a', 'b', 'c']) await open(marker);
  await expect(open('d')).rejects.toThrow('the comments of this hour');
  expect(fake.issues).toHaveLength(3);
});
