import { listReverts } from '../../../src/gate/record/reverts.ts';
import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { ListedCommit } from './github-side.ts';

export async function listCommits(
  api: GithubApi,
  repository: Repository,
  tip: string,
  pages: number,
): Promise<ListedCommit[]> {
  const question = {
    repository,
    what: `the commits that lead to ${tip}`,
    route: 'GET /repos/{owner}/{repo}/commits',
    parameters: { sha: tip },
  } as const;
  return api.readPages(question, { mostPages: pages, isCut: true, holdsProse: true }, parseCommit);
}

type Commit = EntryOf<'GET /repos/{owner}/{repo}/commits', undefined>;

function parseCommit(commit: Fields<Commit>): ListedCommit {
  const message = commit.prose('commit.message');
  const [subject = ''] = message.split('\n', 1);
  return {
    commit: commit.commit('sha'),
    parents: commit.list('parents').map((parent) => parent.commit('sha')),
    tree: commit.commit('commit.tree.sha'),
    committedAtMs: Date.parse(commit.instant('commit.committer.date') ?? '1970-01-01T00:00:00Z'),
    author: commit.optionalText('commit.author.name') ?? '',
    subject: subject.slice(0, 200),
    reverts: listReverts(message),
  };
}

export async function listTags(
  api: GithubApi,
  repository: Repository,
): Promise<{ name: string; commit: string }[]> {
  const question = {
    repository,
    what: 'the tags',
    route: 'GET /repos/{owner}/{repo}/tags',
    parameters: {},
  } as const;
  return api.readPages(question, { mostPages: 1, isCut: true }, parseTag);
}

type Tag = EntryOf<'GET /repos/{owner}/{repo}/tags', undefined>;

function parseTag(tag: Fields<Tag>): { name: string; commit: string } {
  return { name: tag.text('name'), commit: tag.commit('commit.sha') };
}
