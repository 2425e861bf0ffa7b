import type { GithubApi } from './connect.ts';

export interface OwnComment {
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
export async function findAuthor({ octokit }: GithubApi): Promise<string> {
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
export async function listOwnComments(
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
