import type { IssueContent } from '../github/issues.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import { isSameText } from '../../../src/transport/github/markers.ts';
import type { Repository } from '../subject.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import type { CulpritMark } from '../../../src/contract/documents.ts';

/** Absent number: whichever issue has the marker. */
export type IssueText = Omit<IssueContent, 'number'>;

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

/** Right below its marker, this heading tells that the bot closed an issue and may open it again. */
const passingHeading =
  /^<!-- perigee [^\r\n]* -->\r?\n### ✅ (?:Accepted|Cleared|Ended|Fixed|Noise|Recovered, the rest accepted)\r?(?:\n|$)/;

/** The marker of an issue: what `readCulprit` finds in its body. */
export function markCulprit({ budget, commit, suite }: CulpritMark): string {
  const kind = budget === undefined ? 'culprit' : `budget-${budget}`;
  return `perigee ${kind} ${commit} of ${suite}`;
}

/** The marker of the issue of an alert. */
export function markAlert({ budget, commit, foundBy, suite }: Alert): string {
  const since = foundBy === 'budget' ? budget?.since : undefined;
  return markCulprit({ commit, suite, budget: since });
}

const firstLine =
  /^<!-- perigee (?:culprit|budget-(release|best)) ([0-9a-f]{40}|[0-9a-f]{64}) of ([^\r\n]{1,300}) -->(?=\r?\n|$)/;

/** @param body of an issue; any user may write the same, so its author counts too */
export function readCulprit(body: string): CulpritMark | undefined {
  const [, since, commit, suite] = firstLine.exec(body) ?? [];
  if (commit === undefined || suite === undefined) return undefined;
  return { commit, suite, ...(since === 'release' || since === 'best' ? { budget: since } : {}) };
}
