import { formatMarker } from '../../../src/report/markdown-text.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import {
  createComment,
  deleteComment,
  editComment,
  listOwnComments,
  mostCharacters,
  type OwnComment,
} from '../../../src/transport/github/comments.ts';
import { cutCharacters } from '../../../src/transport/github/cut-text.ts';
import { type OwnApp, withMarker } from '../../../src/transport/github/markers.ts';
import * as shared from '../../../src/transport/github/upsert-comment.ts';
import { Refused, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Repository } from '../subject.ts';
import { commentMarker } from './github-side.ts';

/** GitHub's other API is the only one that can. */
const mutation = `mutation minimise($subjectId: ID!) {
  minimizeComment(input: {subjectId: $subjectId, classifier: OUTDATED}) {
    minimizedComment { isMinimized }
  }
}`;

const marker = formatMarker(commentMarker);

/** @param own asked each time, since an app may get another name */
export function openComments(api: GithubClient, own: () => Promise<OwnApp>) {
  const list = async (repository: Repository, number: number, line: string) =>
    listOwnComments(api, await own(), repository, number, line);
  /** Puts a second comment of ours out of sight, and its marker away, so that it is not found again. */
  const hide = async (repository: Repository, comment: OwnComment, instead: OwnComment) => {
    const { id, nodeId } = comment;
    const isHidden = nodeId !== undefined && (await minimise(api, repository, nodeId));
    // Another process may have cleaned up already.
    if (!isHidden) await unlessMissing(deleteComment(api, repository, id), [404, 410]);
    else await unlessMissing(editComment(api, repository, id, `Replaced by ${instead.url}`));
  };
  return {
    findComment: async (
      repository: Repository,
      number: number,
    ): Promise<Pick<OwnComment, 'id' | 'body'> | undefined> =>
      (await list(repository, number, marker))[0],
    /**
     * Our one comment on the pull request: the first with our marker, by our app. A second one is minimised.
     * @param isOutdated asked right before it is written: many may write before it
     * @returns undefined where it was outdated, and nothing was written
     */
    writeComment: async (
      repository: Repository,
      number: number,
      body: string,
      isOutdated: () => Promise<boolean> = async () => false,
    ): Promise<Pick<OwnComment, 'id' | 'url'> | undefined> =>
      shared.upsertComment(api, await own(), {
        ...{ repository, number, marker, body, isOutdated },
        hide: (second, first) => hide(repository, second, first),
      }),
    /** Answers a command once, however often it is delivered. @param key of the command */
    reply: async (repository: Repository, number: number, key: string, body: string) => {
      const line = formatMarker(`perigee:reply:${encodeURIComponent(key)}`);
      if ((await list(repository, number, line)).length > 0) return;
      const text = cutCharacters(withMarker(body, line), mostCharacters);
      await createComment(api, repository, number, text);
      const [first, ...others] = await list(repository, number, line);
      for (const other of others) if (first !== undefined) await hide(repository, other, first);
    },
  };
}

async function minimise(
  api: GithubClient,
  repository: Repository,
  subjectId: string,
): Promise<boolean> {
  const question = { repository, what: 'a second comment' };
  try {
    const answer = await api.write(question, async ({ graphql }) => ({
      data: await graphql<Minimised>(mutation, { subjectId }),
    }));
    return answer.isTrue('minimizeComment.minimizedComment.isMinimized');
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

interface Minimised {
  minimizeComment?: { minimizedComment?: { isMinimized: boolean } };
}
