import { expect, onTestFinished } from 'vitest';
import { startFakeServer } from '../../servers/ci/fake-server.ts';
import { page, refuse } from '../../servers/github/answer.ts';
import type { Answer } from '../../servers/listen.ts';
import { describeApi } from '../../servers/github/api-description.ts';

export interface FakeComment {
  id: number;
  login: string;
  body: string;
}

export interface FakeCheck {
  name: string;
  app: string;
  externalId?: string;
  /** At work where it is absent. */
  conclusion?: 'success' | 'failure' | 'neutral';
  /** Markdown. */
  summary?: string;
}

/** A GitHub of one pull request, for what the emulator does not do: limits, refusals, GraphQL. */
export interface FakeGithub {
  url: string;
  comments: FakeComment[];
  /** Who the token belongs to. */
  login: string;
  head: string;
  targetBranch: string;
  checks: FakeCheck[];
  /** Asked before each request: an answer takes the place of the usual one. */
  intercept: (method: string, path: string, body: unknown) => Answer | undefined;
  /** `GET /repos/o/r/…`, in order. */
  requests: string[];
  /** What GitHub's description says against our requests and these answers: any one fails the test. */
  faults: string[];
}

const commentLimit = 65_536;

export async function startFakeGithub(): Promise<FakeGithub> {
  const fake: FakeGithub = {
    url: '',
    comments: [],
    login: 'github-actions[bot]',
    head: 'a'.repeat(40),
    targetBranch: 'main',
    checks: [],
    intercept: () => undefined,
    requests: [],
    faults: [],
  };
  fake.url = await startFakeServer(({ method, url, body }) => respond(fake, method, url, body));
  onTestFinished(() => expect(fake.faults).toEqual([]));
  return fake;
}

function respond(fake: FakeGithub, method: string, url: URL, body: unknown): Answer {
  const { pathname: path } = url;
  fake.requests.push(`${method} ${path}`);
  if (path === '/graphql') {
    const usual = { status: 200, body: { data: { viewer: { login: fake.login } } } };
    return fake.intercept(method, path, body) ?? usual;
  }
  const api = describeApi();
  fake.faults.push(...api.judgeRequest(method, path, url.searchParams, body));
  const answer = fake.intercept(method, path, body) ?? usualAnswer(fake, method, url, body);
  fake.faults.push(...api.judgeAnswer(method, path, answer.status, answer.body));
  return answer;
}

function usualAnswer(fake: FakeGithub, method: string, url: URL, body: unknown): Answer {
  const { pathname: path } = url;
  const text = typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '';
  if (text.length > commentLimit) return refuse(422, 'Validation Failed');
  if (/\/pulls\/7$/.test(path)) return { status: 200, body: showPullRequest(fake) };
  if (/\/issues\/7\/comments$/.test(path)) {
    if (method === 'GET') {
      return page(
        url,
        fake.comments.map((comment) => showComment(fake, comment)),
      );
    }
    const id = Math.max(0, ...fake.comments.map((comment) => comment.id)) + 1;
    const comment = { id, login: fake.login, body: text };
    fake.comments.push(comment);
    return { status: 201, body: showComment(fake, comment) };
  }
  const id = Number(/\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
  const comment = fake.comments.find((known) => known.id === id);
  if (comment !== undefined) {
    if (comment.login !== fake.login) return refuse(403, 'Must have admin rights to Repository.');
    if (method === 'DELETE') {
      fake.comments.splice(fake.comments.indexOf(comment), 1);
      return { status: 204 };
    }
    comment.body = text;
    return { status: 200, body: showComment(fake, comment) };
  }
  if (/\/commits\/[0-9a-f]{40}\/check-runs$/.test(path)) {
    const wanted = url.searchParams.get('check_name');
    const runs = fake.checks.filter(({ name }) => wanted === null || name === wanted);
    return { status: 200, body: { total_count: runs.length, check_runs: runs.map(showCheck) } };
  }
  return refuse(404, 'Not Found');
}

function showComment(fake: FakeGithub, { id, login, body }: FakeComment): object {
  const example = describeApi().example('issue-comment');
  const type = login.endsWith('[bot]') ? 'Bot' : 'User';
  const user = { ...(example['user'] as object), login, type };
  return { ...example, id, body, user, html_url: `${fake.url}/comment-${id}` };
}

function showPullRequest(fake: FakeGithub): object {
  const example = describeApi().example('pull-request');
  const head = { ...(example['head'] as object), sha: fake.head };
  const base = { ...(example['base'] as object), ref: fake.targetBranch };
  return { ...example, number: 7, head, base };
}

function showCheck({ name, app, conclusion, externalId = '', summary }: FakeCheck): object {
  const example = describeApi().example('check-run');
  const end =
    conclusion === undefined
      ? { status: 'in_progress', conclusion: null, completed_at: null }
      : { status: 'completed', conclusion };
  const output = { ...(example['output'] as object), summary: summary ?? null };
  return {
    ...example,
    ...end,
    name,
    output,
    external_id: externalId,
    app: { ...(example['app'] as object), slug: app },
  };
}
