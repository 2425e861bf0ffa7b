import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

export async function readDefaultBranch(api: GithubApi, repository: Repository): Promise<string> {
  const question = {
    repository,
    what: 'the default branch',
    route: 'GET /repos/{owner}/{repo}',
  } as const;
  return api.read(question, parseRepository);
}

function parseRepository(repository: Fields<DataOf<'GET /repos/{owner}/{repo}'>>): string {
  return repository.text('default_branch');
}
