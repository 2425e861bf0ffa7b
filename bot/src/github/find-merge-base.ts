import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

/** The commit where `head` left `base`; undefined when they have nothing in common. */
export async function findMergeBase(
  api: GithubApi,
  repository: Repository,
  base: string,
  head: string,
): Promise<string | undefined> {
  const question = {
    repository,
    what: `the comparison of ${base} and ${head}`,
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    // Its commits come in pages with it; one is the least.
    parameters: { basehead: `${base}...${head}`, per_page: 1 },
  } as const;
  return unlessMissing(api.read(question, parseComparison));
}

type Comparison = DataOf<'GET /repos/{owner}/{repo}/compare/{basehead}'>;

function parseComparison(comparison: Fields<Comparison>): string {
  return comparison.commit('merge_base_commit.sha');
}
