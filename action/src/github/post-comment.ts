import { shortenCommit } from '../../../src/contract/commit.ts';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { formatCode } from '../../../src/report/markdown-text.ts';
import { baseChanged } from '../../../src/report/pull-request/what-now.ts';
import { deleteComment, mostCharacters } from '../../../src/transport/github/comments.ts';
import { upsertComment } from '../../../src/transport/github/upsert-comment.ts';
import { Refused, Unavailable, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { GithubApi } from './connect.ts';

export interface CommentRequest {
  pullRequest: number;
  /** The commit that the text is about. */
  head: string;
  /** The branch it was compared with. */
  targetBranch?: string;
  suite: string;
  /** Which of the jobs that measure this suite wrote it; absent where there is one. */
  measuredBy?: readonly string[];
  /** Markdown. */
  body: string;
  /** A few lines that say the same, for when GitHub does not take the body. */
  shortBody: string;
}

export type CommentResult =
  | { kind: 'created' | 'updated' | 'unchanged'; url: string }
  /** A newer push exists: a comment on the older state would mislead. */
  | { kind: 'outdated'; why: string };

/** How long to wait before each further try. */
const waitsMs: readonly number[] = [2000, 10_000];
const longestWaitMs = 60_000;

/**
 * Writes our one comment on a pull request: an existing one is edited, which sends no notification.
 * @returns the result
 * @throws Refused, Unavailable
 */
export async function postComment(
  api: GithubApi,
  request: CommentRequest,
  waits = waitsMs,
): Promise<CommentResult> {
  for (const waitMs of waits) {
    try {
      return await postOnce(api, request);
    } catch (error) {
      if (!(error instanceof Unavailable) || error.status === 401) throw error;
      const asked = Math.ceil(error.retryAfterMs ?? waitMs);
      if (asked > longestWaitMs) throw error;
      // If this try has written after all, the next one finds it.
      await wait(asked);
    }
  }
  return postOnce(api, request);
}

async function postOnce(api: GithubApi, request: CommentRequest): Promise<CommentResult> {
  const { body, measuredBy, shortBody, suite } = request;
  if (markerOf(suite, measuredBy).length + 1 + body.length > mostCharacters) {
    return write(api, request, shortBody);
  }
  try {
    return await write(api, request, body);
  } catch (error) {
    const isText = error instanceof Refused && error.status !== undefined;
    if (!isText || error.code !== 'ci-strange-answer') throw error;
    return write(api, request, shortBody);
  }
}

async function write(
  { client, repository }: GithubApi,
  { head, measuredBy, pullRequest: number, suite, targetBranch }: CommentRequest,
  body: string,
): Promise<CommentResult> {
  const question = { repository, what: `pull request ${number}` };
  const author = await findAuthor({ client, repository });
  let newest = head;
  let newTarget: string | undefined;
  const writeOne = (text: string) =>
    upsertComment(client, author, {
      ...{ repository, number, body: text, marker: markerOf(suite, measuredBy) },
      isOutdated: async () => {
        const pull = await client.ask(question, ({ rest }, at) =>
          rest.pulls.get({ ...at, pull_number: number }),
        );
        newest = pull.commit('head.sha');
        const before = newTarget ?? targetBranch;
        newTarget = pull.text('base.ref');
        return newest !== head || (before !== undefined && before !== newTarget);
      },
      // Another job may have done the same in the meantime: the older one stays, with our words.
      hide: ({ id }) => unlessMissing(deleteComment(client, repository, id), [404, 410]),
    });
  let written = await writeOne(body);
  if (written === undefined && newest === head && newTarget !== undefined) {
    // No run is started for a new target: this stays the last word.
    const compared = `This compares it with ${formatCode(targetBranch ?? '')}; its target is ${formatCode(newTarget)} now.`;
    written = await writeOne(
      `**${baseChanged.seen}** What now: ${baseChanged.remedy} ${compared}\n\n${body}`,
    );
  }
  if (written !== undefined) return { kind: written.kind, url: written.url };
  return { kind: 'outdated', why: `the pull request is at ${shortenCommit(newest)} by now` };
}

/**
 * The first line of our comment on a pull request, by which it is found again. One for each suite and what measures
 * it: the green verdict of one machine must not replace the red one of another.
 */
export function markerOf(suite: string, measuredBy?: readonly string[]): string {
  const by =
    measuredBy === undefined
      ? ''
      : `:${createHash('sha256').update(JSON.stringify(measuredBy)).digest('hex').slice(0, 16)}`;
  return `<!-- perigee:${encodeURIComponent(suite)}${by}:v1 -->`;
}

/** The author of comments with this token. For a job's own token that is a bot; it may not ask about itself by REST. */
async function findAuthor({ client, repository }: GithubApi): Promise<{ login: string }> {
  const question = { repository, what: 'the owner of the token' };
  const ask = client.ask(question, async ({ graphql }) => ({
    data: await graphql<{ viewer: { login: string } }>('query { viewer { login } }'),
  }));
  const answer = await ask.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  });
  return { login: answer?.optionalText('viewer.login') ?? 'github-actions[bot]' };
}
