import { expect, test } from 'vitest';
import { refuse } from '../../servers/github/answer.ts';
import type { Role } from '../servers/fake/state.ts';
import { openSide } from './open-side.ts';

test('roles count as what they may do at the least', async () => {
  const { side, fake, repository } = await openSide();
  const roles: Record<string, Role> = {
    ...{ ada: 'admin', max: 'maintain', will: 'write', tim: 'triage', rea: 'read' },
    nobody: 'none',
  };
  for (const [login, role] of Object.entries(roles)) fake.roles.set(login, role);
  const found = await Promise.all(
    Object.keys(roles).map((login) => side.readPermission(repository, login)),
  );
  expect(found).toEqual(['admin', 'write', 'write', 'read', 'read', 'none']);
});

test('somebody unknown, and a right that has no known name, may do nothing', async () => {
  const { side, github, fake, repository } = await openSide();
  fake.isPrivate = true;
  expect(await side.readPermission(repository, 'mallory')).toBe('none');
  github.intercept = ({ path }) =>
    path.endsWith('/permission') ? refuse(404, 'Not Found') : undefined;
  expect(await side.readPermission(repository, 'mallory')).toBe('none');
  const body = { permission: 'constructor', role_name: 'x', user: null };
  github.intercept = ({ path }) =>
    path.endsWith('/permission') ? { status: 200, body } : undefined;
  expect(await side.readPermission(repository, 'mallory')).toBe('none');
});
