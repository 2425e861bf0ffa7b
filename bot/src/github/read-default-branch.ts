import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

export async function readDefaultBranch(api: GithubApi, repository: Repository): Promise<string> {
  const question = { repository, what: 'the default branch', route: 'GET /repos/{owner}/{repo}' };
  return api.read(question, parseRepository);
}

function parseRepository(repository: Fields): string {
  return repository.text('default_branch');
}
