import { createHash } from 'node:crypto';
import type { Question } from '../../../servers/github/answer.ts';
import { describeApi } from '../../../servers/github/api-description.ts';
import { privateKey } from '../../../servers/github/app-key.ts';
import { type Answer, listen, readBody } from '../../../servers/listen.ts';
import { openStorage } from './open-storage.ts';
import { respond } from './respond.ts';
import { createState, type GithubState } from './state.ts';

export interface FakeRequest {
  /** `GET /repos/o/r/…?…` */
  line: string;
  body: unknown;
  /** What it was answered with, once it is. 304 is not counted by GitHub. */
  status?: number;
}

export interface FakeGithub {
  /** Of the API: what `apiUrl` is to be. */
  url: string;
  appId: number;
  privateKey: string;
  state: GithubState;
  /** In order. */
  requests: FakeRequest[];
  /** Asked before each request: an answer takes the place of the usual one, and is not judged. */
  intercept: (question: Question) => Answer | undefined | Promise<Answer | undefined>;
  /** What GitHub's description says against our requests and these answers, one sentence each. */
  faults: string[];
  close: () => Promise<void>;
}

/**
 * A GitHub in memory with one app, judged by GitHub's own description of its API. Whoever uses it looks
 * at `faults` and closes it; in tests `startFakeGithub` does both.
 * @param prefix of all paths, as that of a GitHub Enterprise Server: /api/v3
 */
export async function openFakeGithub(
  options: { prefix?: '' | '/api/v3'; state?: GithubState; isJudged?: boolean } = {},
): Promise<FakeGithub> {
  const { prefix = '', state = createState(), isJudged = true } = options;
  const faults: string[] = [];
  const storage = await openStorage(state, faults);
  const server = await listen(async (request) => {
    const url = new URL(request.url ?? '', server.url);
    const body = await readBody(request);
    const path = findPath(url.pathname);
    const question = { method: request.method ?? '', url, path, headers: request.headers, body };
    const line = `${question.method} ${path}${url.search}`;
    const noted: FakeRequest = { line, body };
    github.requests.push(noted);
    const agent = request.headers['user-agent'] ?? 'nobody';
    if (!agent.includes('octokit')) faults.push(`${agent} asked ${line} past octokit`);
    const answer = await answerOnce(question);
    noted.status = answer.status;
    return answer;
  });
  const answerOnce = async (question: Question): Promise<Answer> => {
    if (isJudged) github.faults.push(...judgeRequest(question));
    const instead = await github.intercept(question);
    if (instead !== undefined) return instead;
    const answer = await respond(state, question, storage.url);
    if (isJudged) github.faults.push(...judgeAnswer(question, answer));
    const tagged = tagAnswer(question, answer);
    return { ...tagged, headers: { ...limitHeaders(state), ...tagged.headers } };
  };
  const findPath = (pathname: string): string => {
    if (prefix !== '' && pathname === '/api/graphql') return '/graphql';
    if (!pathname.startsWith(prefix)) github.faults.push(`${pathname} is not below ${prefix}`);
    return pathname.slice(prefix.length);
  };
  const github: FakeGithub = {
    url: `${server.url}${prefix}`,
    ...{ appId: state.app.id, privateKey, state },
    ...{ requests: [], faults },
    intercept: () => undefined,
    close: async () => {
      await Promise.all([server.close(), storage.close()]);
    },
  };
  return github;
}

function judgeRequest({ method, path, url, body }: Question): string[] {
  return path === '/graphql'
    ? []
    : describeApi().judgeRequest(method, path, url.searchParams, body);
}

function judgeAnswer({ method, path }: Question, { status, body, bytes }: Answer): string[] {
  if (path === '/graphql' || bytes !== undefined) return [];
  const faults = describeApi().judgeAnswer(method, path, status, body);
  // GitHub sends null for the repository of a deleted fork, though its description has no such thing.
  return faults.filter((fault) => !fault.endsWith('/head/repo must be object'));
}

function limitHeaders(state: GithubState): Record<string, string> {
  const now = state.nowMs();
  return {
    date: new Date(now).toUTCString(),
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '4999',
    'x-ratelimit-reset': String(Math.ceil(now / 1000) + 3600),
  };
}

/**
 * Gives a good answer to a GET its tag, and nothing but that to whoever knows it. As at GitHub the tag is another
 * one for each token, and knows nothing of the links: a full page that gets a next one has not changed.
 */
function tagAnswer({ headers, method }: Question, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200 || answer.bytes !== undefined) return answer;
  const whole = JSON.stringify([headers['authorization'], answer.body]);
  const etag = `W/"${createHash('sha256').update(whole).digest('hex')}"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
}
