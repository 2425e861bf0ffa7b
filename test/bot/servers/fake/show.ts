import { describeApi } from '../../../servers/github/api-description.ts';
import type { FakeCommit, FakeRepository, GithubState } from './state.ts';

export type Json = Record<string, unknown>;

/** GitHub's own example of a document, of which only what matters is replaced. */
export function example(name: string): Json {
  return describeApi().example(name);
}

export function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function showUser(login: string): Json {
  const user = example('issue-comment')['user'] as Json;
  return { ...user, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

export function botLogin({ app }: GithubState): string {
  return `${app.slug}[bot]`;
}

export function showApp({ app }: GithubState, id: number): Json {
  const own = id === app.id ? { slug: app.slug, name: app.name } : { slug: 'other', name: 'Other' };
  // Its example of the owner lacks what the description asks of one.
  return { ...example('integration'), id, ...own, owner: showUser('octocat') };
}

export function findRepository(state: GithubState, id: number): FakeRepository {
  const found = state.repositories.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no repository ${id}`);
  return found;
}

/** As it stands in other documents. */
export function showRepository(repository: FakeRepository): Json {
  const head = example('pull-request')['head'] as Json;
  const visibility = repository.isPrivate ? 'private' : 'public';
  return { ...(head['repo'] as Json), visibility, ...ownOf(repository) };
}

export function showMinimalRepository(repository: FakeRepository): Json {
  const { head_repository: minimal } = example('workflow-run');
  const { default_branch: _branch, ...own } = ownOf(repository);
  return { ...(minimal as Json), ...own };
}

/** As its own address shows it. */
export function showFullRepository(repository: FakeRepository): Json {
  const { branches, commits, issues, pulls } = repository;
  const pushedAtMs = [...branches.values()].map((tip) => commits.get(tip)?.atMs ?? 0);
  return {
    ...example('full-repository-default-response'),
    pushed_at: time(Math.max(0, ...pushedAtMs)),
    open_issues_count: [...issues, ...pulls].filter(({ state }) => state === 'open').length,
    ...ownOf(repository),
  };
}

function ownOf({ id, owner, name, isFork, isPrivate, defaultBranch }: FakeRepository): Json {
  return {
    ...{ id, name, full_name: `${owner}/${name}`, owner: showUser(owner) },
    ...{ fork: isFork, private: isPrivate, default_branch: defaultBranch },
    html_url: `https://github.com/${owner}/${name}`,
  };
}

export function showCommit(sha: string, commit: FakeCommit): Json {
  const shown = example('commit');
  const inner = shown['commit'] as Json;
  const who = {
    name: commit.author,
    email: `${commit.author}@example.com`,
    date: time(commit.atMs),
  };
  return {
    ...shown,
    sha,
    commit: {
      ...{ ...inner, author: who, committer: who },
      ...(commit.message === undefined ? {} : { message: commit.message }),
    },
    author: showUser(commit.author),
    committer: showUser(commit.author),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `https://api.github.com/${parent}`,
    })),
  };
}
