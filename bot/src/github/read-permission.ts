import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { Permission } from './github-side.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

/**
 * GitHub gives the base role of whatever role somebody has, its own and custom ones: `maintain` counts as
 * write, `triage` as read. Older servers name the access instead. An unknown word is no right.
 */
const permissions: Readonly<Record<string, Permission>> = {
  ...{ admin: 'admin', write: 'write', read: 'read', none: 'none' },
  ...{ maintain: 'write', push: 'write', triage: 'read', pull: 'read' },
};

export async function readPermission(
  api: GithubApi,
  repository: Repository,
  login: string,
): Promise<Permission> {
  const question = {
    repository,
    what: `the permission of ${login}`,
    route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
    parameters: { username: login },
  } as const;
  const word = (await unlessMissing(api.read(question, parseWord))) ?? 'none';
  return Object.hasOwn(permissions, word) ? (permissions[word] ?? 'none') : 'none';
}

type Answer = DataOf<'GET /repos/{owner}/{repo}/collaborators/{username}/permission'>;

function parseWord(document: Fields<Answer>): string {
  return document.text('permission');
}
