import { expect, test } from 'vitest';
import { openSide } from './open-side.ts';

const refused = { name: 'Refused', isOfInstallation: true };

test('where the installation is gone nothing is missing: it is refused, and for that reason', async () => {
  const { repository, side, state } = await openSide();
  state.installations = [];
  await expect(side.readPullRequest(repository, 1)).rejects.toMatchObject(refused);
  await expect(side.readFile(repository, 'perigee.yml', 'main')).rejects.toMatchObject(refused);
  await expect(side.readPermission(repository, 'ada')).rejects.toMatchObject(refused);
});

test('so it is while there is a token that worked until now', async () => {
  const { repository, side, state } = await openSide();
  await side.readFile(repository, 'perigee.yml', 'main');
  state.installations = [];
  state.tokens.clear();
  await expect(side.readPullRequest(repository, 1)).rejects.toMatchObject(refused);
});

test('what is missing in a repository is of no installation', async () => {
  const { repository, side } = await openSide();
  expect(await side.readPullRequest(repository, 1)).toBeUndefined();
  await expect(side.defaultBranch({ ...repository, name: 'gone' })).rejects.toMatchObject({
    ...{ name: 'Refused', status: 404, isOfInstallation: false },
  });
});
