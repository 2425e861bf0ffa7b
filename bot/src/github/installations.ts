import type { GithubClient } from '../../../src/transport/github/client.ts';
import { Refused, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Repository } from '../subject.ts';
import type { Permission } from './github-side.ts';

/**
 * GitHub answers with a base role: `maintain` counts as write, `triage` as read, and a custom role as the one
 * that it extends. Older servers name the access instead. An unknown word gives no right.
 */
const permissions = new Map<string, Permission>([
  ...(['admin', 'write', 'read', 'none'] as const).map((word) => [word, word] as const),
  ...([
    ['maintain', 'write'],
    ['push', 'write'],
    ['triage', 'read'],
    ['pull', 'read'],
  ] as const),
]);

/** Most pages of installations, and of the repositories of one. */
const mostPages = 100;

/** The installations of the app, and the permissions of people there. */
export function openInstallations(api: GithubClient) {
  return {
    defaultBranch: async (repository: Repository): Promise<string> => {
      const question = { repository, what: 'the default branch' };
      return (await api.ask(question, ({ rest }, at) => rest.repos.get(at))).text('default_branch');
    },
    readPermission: async (repository: Repository, login: string): Promise<Permission> => {
      const question = { repository, what: `the permission of ${login}` };
      const answer = api.ask(question, ({ rest }, at) =>
        rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }),
      );
      return permissions.get((await unlessMissing(answer))?.text('permission') ?? '') ?? 'none';
    },
    /** All repositories that the app may write in, by installation. Suspended ones and archives are left out. */
    listRepositories: async (): Promise<Repository[]> => {
      const question = { what: 'the installations of the app' };
      const installations = await api.list(question, { mostPages }, (octokit, { page, per_page }) =>
        octokit.paginate.iterator(octokit.rest.apps.listInstallations, { page, per_page }),
      );
      const all: Repository[] = [];
      for (const one of installations) {
        if (one.instant('suspended_at') !== undefined) continue;
        all.push(...(await listRepositoriesOf(api, one.whole('id'))));
      }
      return all;
    },
  };
}

/** None of one that was taken away in the meantime: it is not in the way of the others. */
async function listRepositoriesOf(api: GithubClient, installation: number): Promise<Repository[]> {
  const question = { installation, what: `the repositories of installation ${installation}` };
  try {
    const found = await api.list(question, { mostPages }, (octokit, { page, per_page }) =>
      octokit.paginate.iterator(octokit.rest.apps.listReposAccessibleToInstallation, {
        ...{ page, per_page },
      }),
    );
    return found
      .filter((repository) => !repository.isTrue('archived'))
      .map((repository) => ({
        installation,
        owner: repository.text('owner.login'),
        name: repository.text('name'),
        id: repository.whole('id'),
      }));
  } catch (error) {
    if (error instanceof Refused && [403, 404].includes(error.status ?? 0)) return [];
    throw error;
  }
}
