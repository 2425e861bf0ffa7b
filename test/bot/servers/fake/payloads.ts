import { showComment, showIssue } from './routes-of-issues.ts';
import { type Json, showFullRepository, showUser, time } from './show.ts';
import { showPull } from './show-pull.ts';
import { showRun } from './show-run.ts';
import type { FakeComment, FakePull, FakeRepository, FakeRun, GithubState } from './state.ts';

/** An event as GitHub tells it, without the installation: `deliver` adds that. */
export interface Webhook {
  event: string;
  payload: Json;
}

function about(repository: FakeRepository, sender: string): Json {
  const shown = showFullRepository(repository);
  // The example's own ones lack what the description of webhooks asks of them.
  const { template_repository: _template, organization: _organization, ...own } = shown;
  return { repository: own, sender: showUser(sender) };
}

export function tellPull(
  state: GithubState,
  repository: FakeRepository,
  pull: FakePull,
  action: 'opened' | 'synchronize',
): Webhook {
  const shown = showPull(state, repository, pull);
  const before =
    action === 'synchronize' ? { before: '0'.repeat(40), after: pull.head.commit } : {};
  const own = { action, number: pull.number, pull_request: shown, ...before };
  return { event: 'pull_request', payload: { ...own, ...about(repository, pull.author) } };
}

export function tellRun(
  state: GithubState,
  repository: FakeRepository,
  run: FakeRun,
  action: 'requested' | 'completed',
): Webhook {
  const workflow = {
    ...{ id: 1, node_id: 'W_1', name: 'perigee', path: run.path, state: 'active' },
    ...{ created_at: time(0), updated_at: time(0), badge_url: 'https://github.com/badge.svg' },
    ...{ url: 'https://api.github.com/workflow', html_url: 'https://github.com/workflow' },
  };
  const shown = {
    ...showRun(state, repository, run),
    triggering_actor: showUser(repository.owner),
  };
  const own = { action, workflow, workflow_run: shown };
  return { event: 'workflow_run', payload: { ...own, ...about(repository, repository.owner) } };
}

const reactions = {
  ...{ url: 'https://api.github.com/reactions', total_count: 0, '+1': 0, '-1': 0, laugh: 0 },
  ...{ hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 },
};

export function tellComment(
  state: GithubState,
  repository: FakeRepository,
  comment: FakeComment,
): Webhook {
  const known = repository.issues.find(({ number }) => number === comment.number);
  const issue = showIssue(
    state,
    repository,
    known ?? {
      ...{ number: comment.number, state: 'open', title: 'a change', body: '', labels: [] },
      login: repository.owner,
    },
  );
  const isPull = repository.pulls.some(({ number }) => number === comment.number);
  const url = `https://api.github.com/repos/acme/sync/pulls/${comment.number}`;
  const links = { url, html_url: url, diff_url: url, patch_url: url };
  const shown = isPull ? { ...issue, reactions, pull_request: links } : { ...issue, reactions };
  const own = {
    ...{ action: 'created', issue: shown },
    comment: { ...showComment(state, repository, comment), reactions },
  };
  return { event: 'issue_comment', payload: { ...own, ...about(repository, comment.login) } };
}

export function tellPush(
  repository: FakeRepository,
  branch: string,
  before: string,
  after: string,
): Webhook {
  const commit = repository.commits.get(after);
  const who = { name: repository.owner, email: 'someone@example.com' };
  const url = `https://github.com/${repository.owner}/${repository.name}/commit/${after}`;
  const lists = { added: [], removed: [], modified: [...(commit?.files.keys() ?? [])] };
  const head = {
    ...{ id: after, tree_id: after, distinct: true, message: 'a change', url, ...lists },
    ...{ timestamp: time(commit?.atMs ?? 0), author: who, committer: who },
  };
  const own = {
    ...{ ref: `refs/heads/${branch}`, before, after, base_ref: null, compare: url, pusher: who },
    ...{ created: false, deleted: false, forced: false, commits: [head], head_commit: head },
  };
  return { event: 'push', payload: { ...own, ...about(repository, repository.owner) } };
}
