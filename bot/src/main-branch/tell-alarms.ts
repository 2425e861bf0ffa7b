import { createHash } from 'node:crypto';
import type { GateAlarm, GateAnswer } from '../../../src/contract/gate-record.ts';
import { renderGateIssue } from '../../../src/report/gate/render-gate-markdown.ts';
import type { GithubSide } from '../github/github-side.ts';
import { isSameText } from '../github/markers.ts';
import type { Repository } from '../subject.ts';

/** Each takes 13 bytes. */
const mostKeys = 1000;
const marker = 'perigee alarms about the gate';

/**
 * Makes the one issue about the gate of a repository say what is wrong with the gate. It is closed when nothing is. One
 * that a person closed stays so until there is an alarm that it does not name.
 */
export async function tellAlarms(
  github: Pick<GithubSide, 'findIssue' | 'writeIssue'>,
  repository: Repository,
  answer: GateAnswer,
): Promise<void> {
  const isOpen = answer.alarms.length > 0;
  const standing = await github.findIssue(repository, marker);
  if (standing === undefined && !isOpen) return;
  if (standing?.isOpen === false) {
    const named = readKeys(standing.body);
    if (!answer.alarms.some((alarm) => !named.has(keyOf(alarm)))) return;
  }
  const { body: text, title } = renderGateIssue(answer, { marker });
  const body = `${text.trimEnd()}\n\n${writeKeys(answer.alarms)}`;
  if (standing?.isOpen === isOpen && isSameText(standing.body, body)) return;
  const number = standing === undefined ? {} : { number: standing.number };
  await github.writeIssue(repository, { ...number, marker, title, body, isOpen });
}

/** What an alarm is about. An alarm that ended and came back counts as new, since the issue had dropped it. */
export function keyOf({ code, subject = '', suite }: GateAlarm): string {
  return createHash('sha256')
    .update(JSON.stringify([code, suite, subject]))
    .digest('hex')
    .slice(0, 12);
}

function writeKeys(alarms: readonly GateAlarm[]): string {
  return `<!-- perigee-alarms ${alarms.slice(0, mostKeys).map(keyOf).join(' ')} -->`;
}

function readKeys(body: string): ReadonlySet<string> {
  const [, keys = ''] = /<!-- perigee-alarms ([0-9a-f ]{0,20000}) ?-->\s*$/.exec(body) ?? [];
  return new Set(keys.split(' '));
}
