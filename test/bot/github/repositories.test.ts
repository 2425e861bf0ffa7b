import { expect, test } from 'vitest';
import { refuse } from '../../servers/github/answer.ts';
import { addRepository } from '../servers/fake/history.ts';
import { address, installation, openSide } from './open-side.ts';

test('the repositories of all installations are listed, of all pages', async () => {
  const { side, state, repository } = await openSide();
  for (let index = 0; index < 120; index++) addRepository(state, 'acme', `more-${index}`);
  const one = addRepository(state, 'globex', 'one');
  addRepository(state, 'globex', 'two');
  addRepository(state, 'nobody', 'here');
  const permissions = { metadata: 'read' } as const;
  state.installations.push({ id: 78, account: 'globex', repositories: ['one'], permissions });
  const found = await side.listRepositories();
  expect(found).toHaveLength(122);
  expect(found[0]).toEqual(repository);
  expect(found.at(-1)).toEqual({ ...address(one), installation: 78 });
});

test('an installation that is gone by now is not in the way of the others', async () => {
  const { side, github, state, repository } = await openSide();
  addRepository(state, 'globex', 'one');
  state.installations.unshift({ id: 78, account: 'globex', permissions: { metadata: 'read' } });
  github.intercept = ({ path }) =>
    path === '/app/installations/78/access_tokens'
      ? refuse(403, 'This installation has been suspended')
      : undefined;
  expect(await side.listRepositories()).toEqual([{ ...repository, installation }]);
});
