import { expect, test } from 'vitest';
import { openSide } from './open-side.ts';

test('a label is added beside those that are there, and not twice', async () => {
  const { side, fake, repository } = await openSide();
  const number = await side.writeIssue(repository, {
    ...{ marker: 'perigee:culprit:abc', title: 'a', body: 'b', isOpen: true },
  });
  await side.addLabel(repository, number, 'perigee: expect improved');
  await side.addLabel(repository, number, 'perigee: expect improved');
  expect(fake.issues[0]?.labels).toEqual(['perigee', 'perigee: expect improved']);
});
