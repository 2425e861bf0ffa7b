import { expectLabel } from '../../../src/contract/expect-label.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { showName } from './answer-words.ts';

/**
 * Has later runs spend their pairs on what may have improved: by a label, which the action reads in the event that
 * started it. It adds pairs up to `maxRepeats` and changes no rule, so it opens no gate.
 */
export async function expectImproved(
  { github }: CommandPorts,
  { repository, number }: Asked,
): Promise<Answer> {
  const pull = await github.readPullRequest(repository, number);
  if (pull?.isOpen !== true) {
    return { text: 'The pull request is closed: nothing is measured any more.' };
  }
  await github.addLabel(repository, number, expectLabel);
  const label = showName(expectLabel);
  return {
    text: `This pull request has the label ${label} now. From the next push on, the action spends the pairs, up to \`maxRepeats\`, on every test that may have improved. A re-run does not: GitHub starts it with the labels that the pull request had. On Buildkite, write \`expect: improved\` in the step instead. Thresholds and the check are the same. To end it, remove the label.`,
  };
}
