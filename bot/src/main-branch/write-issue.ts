import type { MainBranchView } from '../../../src/report/pull-request/main-branch-view.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { GithubSide } from '../github/github-side.ts';
import { isSameText } from '../github/markers.ts';
import type { Repository } from '../subject.ts';
import { markCulprit } from './mark-culprit.ts';

/**
 * Makes the issue of a culprit say what is true now. There is one for each commit and suite, for good: one
 * that was closed stays so, whoever closed it. But one that was closed for an accept is open again when that is
 * taken back or over, and one that was cleared when it is so no more.
 */
export async function writeIssue(
  github: Pick<GithubSide, 'findIssue' | 'writeIssue'>,
  repository: Repository,
  view: MainBranchView,
): Promise<void> {
  const { culprit, suite } = view;
  const marker = markCulprit({ commit: culprit.commit, suite });
  const { title, body } = renderIssue(view, { marker });
  const standing = await github.findIssue(repository, marker);
  if (standing === undefined) {
    if (view.state !== 'open') return;
    await github.writeIssue(repository, { marker, title, body, isOpen: true });
    return;
  }
  const isOpen = view.state === 'open';
  if (!standing.isOpen && !(isOpen && passingHeading.test(standing.body))) return;
  if (isOpen && standing.isOpen && isSameText(standing.body, body)) return;
  const { number } = standing;
  await github.writeIssue(repository, { number, marker, title, body, isOpen });
}

/**
 * What an issue says, right below its marker, that is closed because what had not recovered was accepted, or
 * because other runs cleared it.
 */
const passingHeading =
  /^<!-- perigee [^\r\n]* -->\r?\n### ✅ (?:Accepted|Cleared|Recovered, the rest accepted)\r?(?:\n|$)/;
