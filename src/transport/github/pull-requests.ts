import type { Fields } from '../rest/fields.ts';
import type { GithubClient, RepositoryPlace } from './client.ts';
import type { DataOf, EntryOf } from './routes.ts';
import { unlessMissing } from '../platform-errors.ts';

export interface PullRequest {
  number: number;
  isOpen: boolean;
  isMerged: boolean;
  /** The commit that its merge put onto the base branch; there once it is merged. */
  mergeCommit?: string;
  head: string;
  /** Undefined where the fork was deleted. */
  headRepositoryId?: number;
  headBranch: string;
  /** The branch it is to be merged into, and the tip that GitHub last noted of it: it may be old. */
  baseBranch: string;
  base: string;
  fork: boolean;
  /** Whether it cannot be merged into the base branch as it is; absent where GitHub has not found out, or in a list. */
  conflicts?: boolean;
  author: string;
  createdAtMs?: number;
  /** Absent while it is open. */
  closedAtMs?: number;
  /** When it was last changed in any way, in milliseconds since 1970. */
  updatedAtMs: number;
  url: string;
}

export interface AskedRepository {
  repository: RepositoryPlace;
  /** Only pull requests into the repository of this number count. */
  repositoryId: number;
  signal?: AbortSignal;
}

/** The largest repositories have some thousand open ones. */
const mostPages = 50;

/**
 * Those changed last first.
 * @param options.head `owner:branch`, of a fork too: only those of that branch
 * @param options.base only those into this branch
 * @param options.mostPages of 100; those that were changed before them are left out
 */
export async function listPullRequests(
  client: GithubClient,
  asked: AskedRepository,
  options: { state: 'open' | 'all'; head?: string; base?: string; mostPages?: number },
): Promise<PullRequest[]> {
  const { mostPages: most = mostPages, state, ...filters } = options;
  const { repositoryId, ...who } = asked;
  const question = {
    ...who,
    what: state === 'open' ? 'the open pull requests' : 'the pull requests of a branch',
  };
  const pages = { mostPages: most, isCut: true, holdsProse: true };
  return keepOwn(
    await client
      .list(question, pages, (octokit, at) =>
        octokit.paginate.iterator(octokit.rest.pulls.list, {
          ...at,
          state,
          sort: 'updated',
          direction: 'desc',
          ...filters,
        }),
      )
      .then((all) => all.map(parseWithBase)),
    repositoryId,
  );
}

/** Those that have a commit, in whatever state; none where GitHub does not know it: it may be of a fork. */
export async function listPullRequestsWith(
  client: GithubClient,
  asked: AskedRepository,
  commit: string,
): Promise<PullRequest[]> {
  const { repositoryId, ...who } = asked;
  const question = { ...who, what: `the pull requests with ${commit}` };
  const pages = { mostPages: 5, isCut: true, holdsProse: true };
  const answer = client
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.listPullRequestsAssociatedWithCommit, {
        ...at,
        commit_sha: commit,
      }),
    )
    .then((all) => all.map(parseWithBase));
  return keepOwn((await unlessMissing(answer, [404, 409, 422])) ?? [], repositoryId);
}

type Listed = EntryOf<'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'>;

interface WithBase {
  pull: PullRequest;
  baseId: number;
}

function parseWithBase(document: Fields<Listed>): WithBase {
  return { pull: parsePullRequest(document), baseId: document.whole('base.repo.id') };
}

/**
 * For a commit GitHub lists those too that are to be merged into another repository. A stranger can make such a one out
 * of a commit of ours, in a fork, with the number of any pull request of ours.
 */
function keepOwn(all: readonly WithBase[], repositoryId: number): PullRequest[] {
  return all.filter(({ baseId }) => baseId === repositoryId).map(({ pull }) => pull);
}

type Pull =
  | DataOf<'GET /repos/{owner}/{repo}/pulls/{pull_number}'>
  | EntryOf<'GET /repos/{owner}/{repo}/pulls'>;

/** A pull request as its own address, or a list, shows it. */
export function parsePullRequest(pull: Fields<Pull>): PullRequest {
  const headRepositoryId = pull.optionalWhole('head.repo.id');
  const isMerged = pull.instant('merged_at') !== undefined;
  const mergeCommit = isMerged ? pull.optionalText('merge_commit_sha') : undefined;
  const createdAt = pull.instant('created_at');
  const closedAt = pull.instant('closed_at');
  return {
    number: pull.whole('number'),
    isOpen: pull.text('state') === 'open',
    isMerged,
    mergeCommit,
    head: pull.commit('head.sha'),
    headRepositoryId,
    headBranch: pull.text('head.ref'),
    baseBranch: pull.text('base.ref'),
    base: pull.commit('base.sha'),
    // A head whose repository is gone was a fork: the own repository is there.
    fork: headRepositoryId !== pull.whole('base.repo.id'),
    ...(pull.isFalse('mergeable') ? { conflicts: true } : {}),
    // GitHub shows the user `ghost` where an account is gone; some answers have none at all.
    author: pull.optionalText('user.login') ?? 'ghost',
    ...(createdAt === undefined ? {} : { createdAtMs: Date.parse(createdAt) }),
    ...(closedAt === undefined ? {} : { closedAtMs: Date.parse(closedAt) }),
    updatedAtMs: Date.parse(pull.instant('updated_at') ?? '1970-01-01T00:00:00Z'),
    url: pull.link('html_url') ?? '',
  };
}
