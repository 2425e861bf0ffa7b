import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { ListedCommit } from './github-side.ts';

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
        ...at,
        ref: commit,
        // Its files come in pages with it; one is the least.
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
          ...at,
          basehead: `${base}...${head}`,
          // Its commits come in pages with it; one is the least.
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

/** Commits that lead to this one, itself first, in an order of GitHub; a hundred to a page. */
export async function listCommits(
  api: GithubApi,
  repository: Repository,
  tip: string,
  pages: number,
): Promise<ListedCommit[]> {
  const question = { repository, what: `the commits that lead to ${tip}` };
  return api
    .list(question, { mostPages: pages, isCut: true, holdsProse: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.listCommits, { ...at, sha: tip }),
    )
    .then((all) => all.map(parseListed));
}

type Listed = EntryOf<'GET /repos/{owner}/{repo}/commits'>;

function parseListed(commit: Fields<Listed>): ListedCommit {
  const message = commit.prose('commit.message');
  const [subject = ''] = message.split('\n', 1);
  return {
    commit: commit.commit('sha'),
    parents: commit.list('parents').map((parent) => parent.commit('sha')),
    tree: commit.commit('commit.tree.sha'),
    committedAtMs: Date.parse(commit.instant('commit.committer.date') ?? '1970-01-01T00:00:00Z'),
    author: commit.optionalText('commit.author.name') ?? '',
    subject: subject.slice(0, 200),
  };
}

/** The first hundred, in an order of GitHub. */
export async function listTags(
  api: GithubApi,
  repository: Repository,
): Promise<{ name: string; commit: string }[]> {
  const question = { repository, what: 'the tags' };
  return api
    .list(question, { mostPages: 1, isCut: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.listTags, at),
    )
    .then((all) => all.map(parseTag));
}

type Tag = EntryOf<'GET /repos/{owner}/{repo}/tags'>;

function parseTag(tag: Fields<Tag>): { name: string; commit: string } {
  return { name: tag.text('name'), commit: tag.commit('commit.sha') };
}
