import { createHash } from 'node:crypto';
import type { GateAnswer, GateAlarm } from '../../../src/contract/gate-record.ts';
import { alarmDays, answerGate } from '../../../src/gate/record/answer-gate.ts';
import { renderGateIssue } from '../../../src/report/gate/render-gate-markdown.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import { isSameText } from '../../../src/transport/github/markers.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import {
  type BuildkiteControlPorts,
  collectBuildkiteControls,
  collectControls,
  type ControlPorts,
} from './collect-controls.ts';

const dayMs = 24 * 3_600_000;
/** The days that comments and the issue cover. */
export const recordDays = 30;

/** The record of a repository's gate, and its alarms. */
export function answerFor(
  { ledger, nowMs }: Pick<LookPorts, 'ledger' | 'nowMs'>,
  { id }: Pick<Repository, 'id'>,
): GateAnswer {
  const now = nowMs();
  const { accepted, blindSpots } = ledger.readStatistics(id, now - recordDays * dayMs);
  return answerGate(ledger.listGateEntries(id, now - alarmDays * dayMs), {
    ...{ nowMs: now, days: recordDays, accepted, blindSpots },
  });
}

/** Looks after the issue about the gate itself. */
export interface GateWatch {
  /** @throws Unavailable when GitHub does not answer */
  watch(repository: Repository, signal: AbortSignal): Promise<void>;
}

export function createGateWatch(
  ports: ControlPorts &
    BuildkiteControlPorts &
    Pick<LookPorts, 'logger'> & { github: Pick<LookPorts['github'], 'findIssue' | 'writeIssue'> },
): GateWatch {
  /**
   * The last alarms that were reported: the same alarms need no request. The figures in the issue may be some days old.
   */
  const told = new Map<number, string>();
  const settled = new Set<string>();
  /** The app may not be allowed to read runs: what is on the record stays. */
  const tryTo = async (follow: () => Promise<void>): Promise<void> => {
    try {
      await follow();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      ports.logger.log('warn', 'positive controls cannot be followed', { why: error.message });
    }
  };
  return {
    async watch(repository, signal) {
      await tryTo(() => collectControls(ports, repository, settled, signal));
      await tryTo(() => collectBuildkiteControls(ports, repository, settled, signal));
      const answer = answerFor(ports, repository);
      const day = Math.floor(ports.nowMs() / dayMs);
      const keys = answer.alarms.map(keyOf).join(' ');
      const now = keys === '' ? '' : `${day} ${keys}`;
      if (told.get(repository.id) === now) return;
      try {
        await reportAlarms(ports.github, repository, answer);
      } catch (error) {
        // A repository may have no issues, and the app no right to them: `/perigee gate` says the same.
        if (!(error instanceof Refused)) throw error;
        ports.logger.log('warn', 'no issue tells of the gate', { why: error.message });
      }
      told.set(repository.id, now);
    },
  };
}

/** Each takes 13 bytes. */
const mostKeys = 1000;
const marker = 'perigee alarms about the gate';

/**
 * Makes the one issue about the gate of a repository say what is wrong with the gate. It is closed when nothing is. One
 * that a person closed stays so until there is an alarm that it does not name.
 */
export async function reportAlarms(
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

/** Identifies an alarm. An alarm that ended and came back counts as new, since the issue had dropped it. */
function keyOf({ code, subject = '', suite }: GateAlarm): string {
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
