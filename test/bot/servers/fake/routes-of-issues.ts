import { refuse } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import { page, type Call, type Route, text } from './answer.ts';
import {
  nextId,
  type FakeComment,
  type FakeIssue,
  type FakeRepository,
  type GithubState,
} from './state.ts';
import { botLogin, example, type Json, showApp, showUser, time } from './show.ts';

const mostCharacters = 65_536;
const readOfBoth = [
  ['issues', 'read'],
  ['pull_requests', 'read'],
] as const;
const writeOfBoth = [
  ['issues', 'write'],
  ['pull_requests', 'write'],
] as const;

export const issueRoutes: Route[] = [
  {
    ...{ method: 'GET', path: 'issues/*/comments', needs: readOfBoth },
    answer: (call) => {
      const { state, repository, parts } = call;
      const all = repository.comments.filter(({ number }) => number === Number(parts[0]));
      return page(
        call,
        all.map((each) => showComment(state, repository, each)),
      );
    },
  },
  {
    ...{ method: 'POST', path: 'issues/*/comments', needs: writeOfBoth },
    answer: (call) => {
      const { state, repository, parts, body } = call;
      const number = Number(parts[0]);
      if (!exists(repository, number)) return refuse(404, 'Not Found');
      return (
        refuseText(body) ??
        (() => {
          const comment = addComment(state, repository, number, {
            ...{ login: botLogin(state), appId: state.app.id, body: text(body, 'body') ?? '' },
          });
          return { status: 201, body: showComment(state, repository, comment) };
        })()
      );
    },
  },
  {
    ...{ method: 'PATCH', path: 'issues/comments/*', needs: writeOfBoth },
    answer: (call) =>
      withOwnComment(call, (comment) => {
        const refusal = refuseText(call.body);
        if (refusal !== undefined) return refusal;
        comment.earlier.push(comment.body);
        comment.body = text(call.body, 'body') ?? '';
        return { status: 200, body: showComment(call.state, call.repository, comment) };
      }),
  },
  {
    ...{ method: 'DELETE', path: 'issues/comments/*', needs: writeOfBoth },
    answer: (call) =>
      withOwnComment(call, (comment) => {
        const { comments } = call.repository;
        comments.splice(comments.indexOf(comment), 1);
        return { status: 204 };
      }),
  },
  {
    ...{ method: 'GET', path: 'issues', needs: readOfBoth },
    answer: (call) => {
      const { state, repository, query } = call;
      const labels = query.get('labels')?.split(',') ?? [];
      const wanted = query.get('state') ?? 'open';
      const found = repository.issues
        .filter((issue) => wanted === 'all' || issue.state === wanted)
        .filter(({ login }) => (query.get('creator') ?? login) === login)
        .filter((issue) => labels.every((label) => issue.labels.includes(label)))
        .sort((a, b) => b.number - a.number);
      return page(
        call,
        found.map((issue) => showIssue(state, repository, issue)),
      );
    },
  },
  {
    ...{ method: 'POST', path: 'issues', needs: [['issues', 'write']] },
    answer: (call) => {
      const { state, repository, body } = call;
      const issue: FakeIssue = {
        ...{ number: nextNumber(repository), state: 'open', title: '', body: '', labels: [] },
        ...{ login: botLogin(state), appId: state.app.id },
      };
      const refusal = refuseText(body) ?? changeIssue(call, issue);
      if (refusal !== undefined) return refusal;
      repository.issues.push(issue);
      return { status: 201, body: showIssue(state, repository, issue) };
    },
  },
  {
    ...{ method: 'PATCH', path: 'issues/*', needs: [['issues', 'write']] },
    answer: (call) => {
      const { state, repository, parts, body } = call;
      const issue = repository.issues.find(({ number }) => number === Number(parts[0]));
      if (issue === undefined) return refuse(404, 'Not Found');
      const refusal = refuseText(body) ?? changeIssue(call, issue);
      return refusal ?? { status: 200, body: showIssue(state, repository, issue) };
    },
  },
  {
    ...{ method: 'POST', path: 'issues/*/labels', needs: writeOfBoth },
    answer: ({ repository, parts, body }) => {
      const number = Number(parts[0]);
      const added = body['labels'] as string[];
      const one = [...repository.issues, ...repository.pulls].find(
        (each) => each.number === number,
      );
      if (one === undefined) return refuse(404, 'Not Found');
      one.labels = [...new Set([...(one.labels ?? []), ...added])];
      repository.labels = [...new Set([...repository.labels, ...added])];
      return { status: 200, body: showLabels(one.labels) };
    },
  },
];

export function addComment(
  state: GithubState,
  repository: FakeRepository,
  number: number,
  what: Pick<FakeComment, 'login' | 'body' | 'appId'>,
): FakeComment {
  const own = { id: nextId(state), number, createdAtMs: state.nowMs(), earlier: [] };
  const comment = { ...own, ...what };
  repository.comments.push(comment);
  const pull = repository.pulls.find((each) => each.number === number);
  if (pull !== undefined) pull.updatedAtMs = state.nowMs();
  return comment;
}

/** Issues and pull requests have one row of numbers. */
export function nextNumber({ issues, pulls }: FakeRepository): number {
  return Math.max(0, ...[...issues, ...pulls].map(({ number }) => number)) + 1;
}

function exists({ issues, pulls }: FakeRepository, wanted: number): boolean {
  return [...issues, ...pulls].some(({ number }) => number === wanted);
}

function withOwnComment(
  { state, repository, parts }: Call,
  answer: (comment: FakeComment) => Answer,
): Answer {
  const comment = repository.comments.find(({ id }) => id === Number(parts[0]));
  if (comment === undefined) return refuse(404, 'Not Found');
  if (isBy(state, comment)) return answer(comment);
  return refuse(403, 'Resource not accessible by integration');
}

/** The app itself, not a person who writes by it. */
export function isBy({ app }: GithubState, { appId, login }: FakeComment): boolean {
  return appId === app.id && login.endsWith('[bot]');
}

function refuseText(body: Record<string, unknown>): Answer | undefined {
  const isTooLong = (text(body, 'body') ?? '').length > mostCharacters;
  return isTooLong ? refuse(422, 'Validation Failed: body is too long') : undefined;
}

function changeIssue({ repository, body }: Call, issue: FakeIssue): Answer | undefined {
  issue.title = text(body, 'title') ?? issue.title;
  issue.body = text(body, 'body') ?? issue.body;
  issue.state = (text(body, 'state') ?? issue.state) as FakeIssue['state'];
  const labels = body['labels'] as string[] | undefined;
  if (labels === undefined) return undefined;
  issue.labels = labels;
  // GitHub makes a label that is not there yet.
  repository.labels = [...new Set([...repository.labels, ...labels])];
  return undefined;
}

export function showComment(
  state: GithubState,
  repository: FakeRepository,
  comment: FakeComment,
): Json {
  const { id, number, login, appId, body, createdAtMs } = comment;
  const page = `https://github.com/${repository.owner}/${repository.name}/issues/${number}`;
  return {
    ...example('issue-comment'),
    ...{ id, node_id: `IC_${id}`, body, user: showUser(login), created_at: time(createdAtMs) },
    html_url: `${page}#issuecomment-${id}`,
    performed_via_github_app: appId === undefined ? null : showApp(state, appId),
  };
}

export function showIssue(state: GithubState, repository: FakeRepository, issue: FakeIssue): Json {
  const { pull_request: _pull, milestone: _milestone, ...shown } = example('issue');
  return {
    ...shown,
    ...{ number: issue.number, state: issue.state, title: issue.title, body: issue.body },
    ...{ user: showUser(issue.login), milestone: null },
    html_url: `https://github.com/${repository.owner}/${repository.name}/issues/${issue.number}`,
    labels: showLabels(issue.labels),
    performed_via_github_app: issue.appId === undefined ? null : showApp(state, issue.appId),
  };
}

function showLabels(names: readonly string[]): Json[] {
  const [label] = example('issue')['labels'] as Json[];
  return names.map((name) => ({ ...label, name }));
}
