import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { GithubSide } from '../github/github-side.ts';
import { isSameText } from '../github/markers.ts';
import type { Repository } from '../subject.ts';

/**
 * Makes the issue of a culprit say what is true now. There is one for each commit and suite, for good: one
 * that was closed stays so, whoever closed it.
 */
export async function writeIssue(
  github: Pick<GithubSide, 'findIssue' | 'writeIssue'>,
  repository: Repository,
  view: MainBranchView,
): Promise<void> {
  const marker = markCulprit(view);
  const { title, body } = renderIssue(view, { marker });
  const standing = await github.findIssue(repository, marker);
  if (standing === undefined) {
    if (view.state !== 'open') return;
    await github.writeIssue(repository, { marker, title, body, isOpen: true });
    return;
  }
  if (!standing.isOpen) return;
  const isOpen = view.state === 'open';
  if (isOpen && isSameText(standing.body, body)) return;
  const { number } = standing;
  await github.writeIssue(repository, { number, marker, title, body, isOpen });
}

export function markCulprit({ culprit, suite }: Pick<MainBranchView, 'culprit' | 'suite'>): string {
  return `perigee culprit ${culprit.commit} of ${suite}`;
}
