import { randomBytes } from 'node:crypto';
import { describeApi } from '../../../servers/github/api-description.ts';
import { type Question, refuse } from '../../../servers/github/answer.ts';
import { readBearer } from '../../../servers/github/app-key.ts';
import type { Answer } from '../../../servers/listen.ts';
import type { Access, FakeInstallation, FakeRepository, FakeToken, GithubState } from './state.ts';

export function makeToken(
  state: GithubState,
  installation: FakeInstallation,
  body: Record<string, unknown>,
): Answer {
  const asked = (body['permissions'] ?? installation.permissions) as Record<string, Access>;
  const tooMuch = Object.entries(asked).some(
    ([name, access]) => !isEnough(installation.permissions, name, access),
  );
  if (tooMuch) {
    return refuse(422, 'The permissions requested are not granted to this installation.');
  }
  const value = `ghs_${randomBytes(18).toString('hex')}`;
  const endsAtMs = state.nowMs() + 3_600_000;
  const repositories = body['repositories'] as string[] | undefined;
  state.tokens.set(value, {
    ...{ installation: installation.id, permissions: asked, endsAtMs },
    ...(repositories === undefined ? {} : { repositories }),
  });
  const example = describeApi().example('installation-token');
  const expires = new Date(endsAtMs).toISOString();
  return {
    status: 201,
    body: { ...example, token: value, expires_at: expires, permissions: asked },
  };
}

export function findToken(state: GithubState, question: Question): FakeToken | undefined {
  const token = state.tokens.get(readBearer(question));
  return token !== undefined && token.endsAtMs > state.nowMs() ? token : undefined;
}

/** Whether the token sees the repository at all: otherwise GitHub knows of none. */
export function maySee(state: GithubState, token: FakeToken, repository: FakeRepository): boolean {
  if (token.repositories?.includes(repository.name) === false) return false;
  const installation = state.installations.find(({ id }) => id === token.installation);
  return installation !== undefined && isInstalledIn(installation, repository);
}

export function isInstalledIn(installation: FakeInstallation, repository: FakeRepository): boolean {
  return (
    installation.account === repository.owner &&
    installation.repositories?.includes(repository.name) !== false
  );
}

export function isEnough(
  permissions: Readonly<Record<string, Access>>,
  name: string,
  access: Access,
): boolean {
  return permissions[name] === 'write' || permissions[name] === access;
}
