import type { FakePull, FakeRepository, GithubState } from './state.ts';
import { example, findRepository, type Json, showRepository, showUser, time } from './show.ts';

export function showPull(state: GithubState, repository: FakeRepository, pull: FakePull): Json {
  const shown = example('pull-request');
  const { changed_files: _files, ...whole } = shown;
  return {
    ...whole,
    ...showParts(state, repository, pull, shown),
    changed_files: pull.changedFiles?.length ?? 1,
    merged: pull.merged,
    comments: repository.comments.filter(({ number }) => number === pull.number).length,
    ...showMergeability(repository, pull),
  };
}

/** Written checks change it, so a pull request is another one after each of them. */
function showMergeability(repository: FakeRepository, { head, mergeKnownOf }: FakePull): Json {
  if (mergeKnownOf !== head.commit) return { mergeable: null, mergeable_state: 'unknown' };
  const checks = repository.checks.filter((check) => check.head === head.commit);
  const isClean = checks.every(({ conclusion }) => conclusion === 'success');
  return { mergeable: true, mergeable_state: isClean ? 'clean' : 'unstable' };
}

/** As it stands in lists. */
export function showSimplePull(state: GithubState, base: FakeRepository, pull: FakePull): Json {
  const shown = example('pull-request-simple');
  return { ...shown, ...showParts(state, base, pull, shown) };
}

function showParts(
  state: GithubState,
  repository: FakeRepository,
  pull: FakePull,
  shown: Json,
): Json {
  const from = findRepository(state, pull.head.repositoryId);
  const closedAt = pull.closedAtMs === undefined ? null : time(pull.closedAtMs);
  return {
    ...{ id: repository.id * 1000 + pull.number, number: pull.number, title: pull.title },
    ...{ state: pull.state, user: showUser(pull.author) },
    html_url: `https://github.com/${repository.owner}/${repository.name}/pull/${pull.number}`,
    ...{ created_at: time(pull.createdAtMs), updated_at: time(pull.updatedAtMs) },
    ...{ closed_at: closedAt, merged_at: pull.merged ? closedAt : null },
    merge_commit_sha: pull.mergeCommit ?? null,
    head: {
      ...(shown['head'] as Json),
      ...{ ref: pull.head.branch, sha: pull.head.commit },
      label: `${from.owner}:${pull.head.branch}`,
      user: showUser(from.owner),
      repo: pull.forkDeleted === true ? null : showRepository(from),
    },
    base: {
      ...(shown['base'] as Json),
      ...{ ref: pull.baseBranch, sha: repository.branches.get(pull.baseBranch) },
      label: `${repository.owner}:${pull.baseBranch}`,
      user: showUser(repository.owner),
      repo: showRepository(repository),
    },
  };
}
