import type { DataOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

/** Undefined for a root commit. */
export async function findFirstParent(
  api: GithubApi,
  repository: Repository,
  commit: string,
): Promise<string | undefined> {
  const question = { repository, what: `the commit ${commit}` };
  return api
    .ask(question, ({ rest }, at) =>
      rest.repos.getCommit({
        // Its files come in pages with it; one is the least.
        ...at,
        ref: commit,
        per_page: 1,
      }),
    )
    .then(parseCommit);
}

type Commit = DataOf<'GET /repos/{owner}/{repo}/commits/{ref}'>;

function parseCommit(commit: Fields<Commit>): string | undefined {
  return commit.list('parents')[0]?.commit('sha');
}

/** The commit where `head` left `base`; undefined when they have nothing in common. */
export async function findMergeBase(
  api: GithubApi,
  repository: Repository,
  base: string,
  head: string,
): Promise<string | undefined> {
  const question = { repository, what: `the comparison of ${base} and ${head}` };
  return unlessMissing(
    api
      .ask(question, ({ rest }, at) =>
        rest.repos.compareCommitsWithBasehead({
          // Its commits come in pages with it; one is the least.
          ...at,
          basehead: `${base}...${head}`,
          per_page: 1,
        }),
      )
      .then(parseComparison),
  );
}

type Comparison = DataOf<'GET /repos/{owner}/{repo}/compare/{basehead}'>;

function parseComparison(comparison: Fields<Comparison>): string {
  return comparison.commit('merge_base_commit.sha');
}
