import { mostDeaths, suspectMs, type WorkMarks } from '../../../src/operations/work-marks.ts';
import { writeMessage } from '../deliveries/message.ts';
import { createTurns } from '../../../src/operations/take-turns.ts';
import { type Subject, subjectKey } from '../subject.ts';
import type { WorkPorts } from './ports.ts';

export interface SuspectPorts extends Pick<WorkPorts, 'logger' | 'nowMs'> {
  deliveries: {
    log: Pick<WorkPorts['deliveries']['log'], 'name'>;
    deadLetters: Pick<WorkPorts['deliveries']['deadLetters'], 'put'>;
  };
  ledger: Pick<WorkPorts['ledger'], 'noteFinished' | 'scheduleLook'>;
  metrics: { deadLetters: Pick<WorkPorts['metrics']['deadLetters'], 'add'> };
}

export type LookApart = (subject: Subject, look: () => Promise<void>) => Promise<void>;

/**
 * Looks with a mark for as long as they last. A subject that was in work when the process died is looked at
 * after all others and with no other suspect beside it; after some such deaths it becomes a dead letter, which
 * `perigee queue --deliveries replay` brings back. Whatever brings it back, it costs one death at most until it ends
 * well.
 */
export function createLookApart(ports: SuspectPorts, marks: WorkMarks): LookApart {
  const { deliveries, ledger, logger, metrics, nowMs } = ports;
  const alone = createTurns();
  const postponed = new Set<string>();
  const marked = async (key: string, look: () => Promise<void>): Promise<void> => {
    marks.begin(key);
    try {
      await look();
    } finally {
      marks.end(key);
    }
  };
  return async (subject, look) => {
    const key = subjectKey(subject);
    const deaths = marks.deathsOf(key);
    if (deaths === 0) return marked(key, look);
    if (deaths >= mostDeaths) {
      const reason = `the process died ${deaths} times while it looked at ${key}`;
      const message = describeAsMessage(subject, nowMs());
      await deliveries.deadLetters.put({ message, reason, source: deliveries.log.name });
      metrics.deadLetters.add(1, { reason: 'deaths' });
      logger.log('error', 'put a subject aside', { subject: key, why: reason });
      ledger.noteFinished(subject, true);
      ledger.scheduleLook(subject, undefined);
      postponed.delete(key);
      marks.putAside(key);
      return;
    }
    if (!postponed.has(key)) {
      postponed.add(key);
      logger.log('warn', 'looks later at what was in work when the process died', {
        ...{ subject: key, deaths },
      });
      ledger.scheduleLook(subject, nowMs() + deaths * suspectMs);
      return;
    }
    await alone('', () => marked(key, look));
  };
}

/** As an event would have named it. */
function describeAsMessage(subject: Subject, nowMs: number) {
  const { repository } = subject;
  const key = subjectKey(subject);
  const what =
    subject.kind === 'pull-request'
      ? { kind: subject.kind, number: subject.number }
      : subject.kind === 'push'
        ? { kind: 'commit' as const, commit: subject.commit }
        : {
            ...{ kind: subject.kind, head: subject.head },
            ...{ base: subject.base, branch: subject.branch },
          };
  const receivedAt = new Date(nowMs).toISOString();
  return {
    key: String(repository.id),
    value: writeMessage({ id: `suspect ${key}`, receivedAt, repository, what }),
    position: `suspect ${key}`,
    receivedAtMs: nowMs,
  };
}
