import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { Permission } from './github-side.ts';

export async function readDefaultBranch(api: GithubApi, repository: Repository): Promise<string> {
  const question = {
    repository,
    what: 'the default branch',
    route: 'GET /repos/{owner}/{repo}',
  } as const;
  return api.read(question, parseDefaultBranch);
}

function parseDefaultBranch(repository: Fields<DataOf<'GET /repos/{owner}/{repo}'>>): string {
  return repository.text('default_branch');
}

/**
 * GitHub answers with a base role: `maintain` counts as write, `triage` as read, and a custom role as the one
 * that it extends. Older servers name the access instead. An unknown word gives no right.
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

/** Most pages of installations, and of the repositories of one. */
const mostPages = 100;

/** All repositories that the app may write in, by installation. Suspended ones and archives are left out. */
export async function listRepositories(api: GithubApi): Promise<Repository[]> {
  const question = {
    what: 'the installations of the app',
    route: 'GET /app/installations',
  } as const;
  const installations = await api.readPages(question, { mostPages }, parseInstallation);
  const all: Repository[] = [];
  for (const installation of installations.flat()) {
    all.push(...(await listUnlessGone(api, installation)));
  }
  return all;
}

/** One that was taken away in the meantime is not in the way of the others. */
async function listUnlessGone(api: GithubApi, installation: number): Promise<Repository[]> {
  try {
    return await listOf(api, installation);
  } catch (error) {
    if (error instanceof Refused && [403, 404].includes(error.status ?? 0)) return [];
    throw error;
  }
}

async function listOf(api: GithubApi, installation: number): Promise<Repository[]> {
  const question = {
    installation,
    what: `the repositories of installation ${installation}`,
    route: 'GET /installation/repositories',
  } as const;
  const pages = { list: 'repositories', mostPages } as const;
  const found = await api.readPages(question, pages, parseRepository);
  return found.flat().map((repository) => ({ installation, ...repository }));
}

function parseInstallation(
  installation: Fields<EntryOf<'GET /app/installations', undefined>>,
): number[] {
  return installation.instant('suspended_at') === undefined ? [installation.whole('id')] : [];
}

function parseRepository(
  repository: Fields<EntryOf<'GET /installation/repositories', 'repositories'>>,
): Omit<Repository, 'installation'>[] {
  if (repository.isTrue('archived')) return [];
  return [
    {
      owner: repository.text('owner.login'),
      name: repository.text('name'),
      id: repository.whole('id'),
    },
  ];
}
