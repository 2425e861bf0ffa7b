import { setTimeout as wait } from 'node:timers/promises';
import type { GithubApi } from './connect.ts';
import { readRefusal, type Refusal } from './refusal.ts';

/** GitHub takes no longer comment; in characters. */
export const commentLimit = 65_536;

export interface CommentRequest {
  pullRequest: number;
  /** The commit that the text is about. */
  head: string;
  suite: string;
  /** Markdown. */
  body: string;
  /** A few lines that say the same, for when GitHub does not take the body. */
  shortBody: string;
}

export type CommentResult =
  | { kind: 'created' | 'updated' | 'unchanged'; url: string }
  /** Somebody has pushed since: a comment on what was there before would mislead. */
  | { kind: 'outdated'; why: string }
  | Refusal;

/** How long to wait before each further try. */
const waitsMs: readonly number[] = [2000, 10_000];
const longestWaitMs = 60_000;

/**
 * Writes our one comment on a pull request: the one that is there is changed, which notifies nobody.
 * @returns what became of it; never throws for what GitHub answers
 */
export async function postComment(
  api: GithubApi,
  request: CommentRequest,
  waits = waitsMs,
): Promise<CommentResult> {
  for (const waitMs of [...waits, undefined]) {
    const result = await tryToPost(api, request);
    if (result.kind !== 'not-now' || waitMs === undefined) return result;
    const asked = result.waitMs ?? waitMs;
    if (asked > longestWaitMs) return result;
    // What the last try has written after all is found by the next one.
    await wait(asked);
  }
  return { kind: 'not-now', why: 'no try was allowed' };
}

async function tryToPost(api: GithubApi, request: CommentRequest): Promise<CommentResult> {
  try {
    const { data } = await api.octokit.rest.pulls.get({
      ...api.repository,
      pull_number: request.pullRequest,
    });
    if (data.head.sha !== request.head) {
      const newer = data.head.sha.slice(0, 12);
      return { kind: 'outdated', why: `the pull request is at ${newer} by now` };
    }
    const { body, shortBody } = withMarker(request);
    const result = await write(api, request, body.length > commentLimit ? shortBody : body);
    return result.kind === 'not-accepted' ? await write(api, request, shortBody) : result;
  } catch (error) {
    return readRefusal(error);
  }
}

function withMarker({ suite, body, shortBody }: CommentRequest): {
  body: string;
  shortBody: string;
} {
  const marker = markerOf(suite);
  return {
    body: `${marker}\n${body}`,
    shortBody: `${marker}\n${shortBody}`.slice(0, commentLimit),
  };
}

async function write(
  api: GithubApi,
  { pullRequest, suite }: CommentRequest,
  body: string,
): Promise<CommentResult> {
  const { issues } = api.octokit.rest;
  const author = await findAuthor(api);
  try {
    const [own] = await listOwnComments(api, pullRequest, markerOf(suite), author);
    if (own?.body === body) return { kind: 'unchanged', url: own.url };
    if (own !== undefined) {
      await issues.updateComment({ ...api.repository, comment_id: own.id, body });
      return { kind: 'updated', url: own.url };
    }
    const { data: made } = await issues.createComment({
      ...api.repository,
      issue_number: pullRequest,
      body,
    });
    // Another job may have done the same in the meantime: the older one stays, with our words.
    const [oldest] = await listOwnComments(api, pullRequest, markerOf(suite), author);
    if (oldest === undefined || oldest.id >= made.id)
      return { kind: 'created', url: made.html_url };
    await issues.updateComment({ ...api.repository, comment_id: oldest.id, body });
    await issues.deleteComment({ ...api.repository, comment_id: made.id });
    return { kind: 'updated', url: oldest.url };
  } catch (error) {
    return readRefusal(error);
  }
}

interface OwnComment {
  id: number;
  body: string;
  url: string;
}

/** The first line of our comment on a pull request, by which it is found again. One for each suite. */
export function markerOf(suite: string): string {
  return `<!-- perigee:${encodeURIComponent(suite)}:v1 -->`;
}

const actions = 'github-actions[bot]';

/** Who comments with this token. For a job's own token that is a bot; it may not ask about itself by REST. */
async function findAuthor({ octokit }: GithubApi): Promise<string> {
  try {
    const answer: unknown = await octokit.graphql('query { viewer { login } }');
    return readLogin(answer) ?? actions;
  } catch {
    return actions;
  }
}

function readLogin(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('viewer' in answer)) return undefined;
  const { viewer } = answer;
  if (typeof viewer !== 'object' || viewer === null || !('login' in viewer)) return undefined;
  return typeof viewer.login === 'string' ? viewer.login : undefined;
}

/**
 * Our comments, the oldest first. Anyone can write our marker into a comment, so the author has to be
 * us too.
 * @throws what the client throws
 */
async function listOwnComments(
  { octokit, repository }: GithubApi,
  pullRequest: number,
  marker: string,
  author: string,
): Promise<OwnComment[]> {
  const comments = await octokit.paginate(octokit.rest.issues.listComments, {
    ...repository,
    issue_number: pullRequest,
    per_page: 100,
  });
  return comments
    .filter(({ user, body }) => user?.login === author && body?.startsWith(marker) === true)
    .map(({ id, body, html_url: url }) => ({ id, body: body ?? '', url }))
    .sort((a, b) => a.id - b.id);
}
