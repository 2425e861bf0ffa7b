import { alarmDays, answerGate } from '../../../src/gate/record/answer-gate.ts';
import type { GateAnswer } from '../../../src/contract/gate-record.ts';
import { nearestName } from '../../../src/suite/nearest-name.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import {
  type BuildkiteControlPorts,
  collectBuildkiteControls,
  collectControls,
  type ControlPorts,
} from './collect-controls.ts';
import { startControl, type StartPorts } from './start-control.ts';
import { keyOf, tellAlarms } from './tell-alarms.ts';

const dayMs = 24 * 3_600_000;
/** What comments and the issue show. */
export const recordDays = 30;

/** What the gate of a repository did, and what is wrong with it. */
export function answerFor(
  { ledger, nowMs }: Pick<LookPorts, 'ledger' | 'nowMs'>,
  { id }: Pick<Repository, 'id'>,
): GateAnswer {
  const now = nowMs();
  const { accepted, blindSpots } = ledger.readStatistics(id, now - recordDays * dayMs);
  const reverted = ledger.readReverted(id);
  return answerGate(ledger.listGateEntries(id, now - alarmDays * dayMs), {
    ...{ nowMs: now, days: recordDays, findNearest: nearestName, accepted, blindSpots },
    ...(reverted === undefined ? {} : { reverted }),
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
    StartPorts & { github: Pick<LookPorts['github'], 'findIssue' | 'writeIssue'> },
): GateWatch {
  /** What was told last: the same alarms need no question. The figures in the issue may be some days old. */
  const told = new Map<number, string>();
  const settled = new Set<string>();
  /** The app may not be allowed to read runs, or to start them: what is on the record stays. */
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
      await tryTo(async () => {
        const runs = await collectControls(ports, repository, settled, signal);
        await startControl(ports, repository, runs);
      });
      await tryTo(() => collectBuildkiteControls(ports, repository, settled, signal));
      const answer = answerFor(ports, repository);
      const day = Math.floor(ports.nowMs() / dayMs);
      const keys = answer.alarms.map(keyOf).join(' ');
      const now = keys === '' ? '' : `${day} ${keys}`;
      if (told.get(repository.id) === now) return;
      try {
        await tellAlarms(ports.github, repository, answer);
      } catch (error) {
        // A repository may have no issues, and the app no right to them: `/perigee gate` says the same.
        if (!(error instanceof Refused)) throw error;
        ports.logger.log('warn', 'no issue tells of the gate', { why: error.message });
      }
      told.set(repository.id, now);
    },
  };
}
