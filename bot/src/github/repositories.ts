import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { Permission } from './github-side.ts';

export async function readDefaultBranch(api: GithubApi, repository: Repository): Promise<string> {
  const question = { repository, what: 'the default branch' };
  return api.ask(question, ({ rest }, at) => rest.repos.get(at)).then(parseDefaultBranch);
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
  const question = { repository, what: `the permission of ${login}` };
  const word =
    (await unlessMissing(
      api
        .ask(question, ({ rest }, at) =>
          rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }),
        )
        .then(parseWord),
    )) ?? 'none';
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
  const question = { what: 'the installations of the app' };
  const installations = await api
    .list(question, { mostPages }, (octokit, { page, per_page }) =>
      octokit.paginate.iterator(octokit.rest.apps.listInstallations, { page, per_page }),
    )
    .then((all) => all.map(parseInstallation));
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
  const question = { installation, what: `the repositories of installation ${installation}` };
  const found = await api
    .list(question, { mostPages }, (octokit, { page, per_page }) =>
      octokit.paginate.iterator(octokit.rest.apps.listReposAccessibleToInstallation, {
        page,
        per_page,
      }),
    )
    .then((all) => all.map(parseRepository));
  return found.flat().map((repository) => ({ installation, ...repository }));
}

function parseInstallation(installation: Fields<EntryOf<'GET /app/installations'>>): number[] {
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
