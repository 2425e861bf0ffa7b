import type { GithubSide } from '../github/open-github-side.ts';
import { isSameText } from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';

export interface IssueText {
  marker: string;
  title: string;
  body: string;
  isOpen: boolean;
}

/**
 * Makes the issue of an alert say what is true now. There is one for each alert, for good: one that a person closed
 * stays so. But one that the bot closed, for what was said of the alert or measured since, may be open again.
 */
export async function writeIssue(
  github: Pick<GithubSide, 'findIssue' | 'writeIssue'>,
  repository: Repository,
  issue: IssueText,
): Promise<void> {
  const { body, isOpen, marker } = issue;
  const standing = await github.findIssue(repository, marker);
  if (standing === undefined) {
    if (isOpen) await github.writeIssue(repository, issue);
    return;
  }
  if (!standing.isOpen && !(isOpen && passingHeading.test(standing.body))) return;
  if (isOpen && standing.isOpen && isSameText(standing.body, body)) return;
  await github.writeIssue(repository, { ...issue, number: standing.number });
}

/** What an issue says, right below its marker, that the bot closed and may open again. */
const passingHeading =
  /^<!-- perigee [^\r\n]* -->\r?\n### ✅ (?:Accepted|Cleared|Fixed|Noise|Recovered, the rest accepted)\r?(?:\n|$)/;
