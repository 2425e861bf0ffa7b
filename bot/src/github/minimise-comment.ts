import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import {
  deleteComment,
  editComment,
  type OwnComment,
} from '../../../src/transport/github/comments.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

/** GitHub's other API is the only one that can. */
const mutation = `mutation minimise($subjectId: ID!) {
  minimizeComment(input: {subjectId: $subjectId, classifier: OUTDATED}) {
    minimizedComment { isMinimized }
  }
}`;

/**
 * Puts a second comment of ours out of sight, and its marker away, so that it is not found again. Where it
 * cannot be minimised it is deleted.
 * @param instead the one that stays
 */
export async function minimiseComment(
  api: GithubApi,
  repository: Repository,
  comment: OwnComment,
  instead: OwnComment,
): Promise<void> {
  const isHidden =
    comment.nodeId !== undefined && (await minimise(api, repository, comment.nodeId));
  const { id } = comment;
  // Somebody else may have cleaned up already.
  if (!isHidden) await unlessMissing(deleteComment(api, repository, id), [404, 410]);
  else await unlessMissing(editComment(api, repository, id, `Replaced by ${instead.url}`));
}

async function minimise(
  api: GithubApi,
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
