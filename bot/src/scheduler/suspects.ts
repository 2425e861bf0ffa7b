import { createWorkApart } from '../../../src/async/work-apart.ts';
import type { WorkMarks } from '../../../src/async/work-marks.ts';
import { writeMessage } from '../deliveries/message.ts';
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
 * Looks apart from all else at what was in work when the process died. After some such deaths a subject becomes a
 * dead letter, which `perigee queue --deliveries replay` brings back. Whatever brings it back, it costs one death at
 * most until it ends well.
 */
export function createLookApart(ports: SuspectPorts, marks: WorkMarks): LookApart {
  const { deliveries, ledger, logger, metrics, nowMs } = ports;
  const apart = createWorkApart(marks);
  return (subject, look) => {
    const key = subjectKey(subject);
    return apart(key, look, {
      putOff: (pauseMs, deaths) => {
        const facts = { subject: key, deaths };
        logger.log('warn', 'looks later at what was in work when the process died', facts);
        ledger.scheduleLook(subject, nowMs() + pauseMs);
      },
      putAside: async (deaths) => {
        const reason = `the process died ${deaths} times while it looked at ${key}`;
        const message = describeAsMessage(subject, nowMs());
        await deliveries.deadLetters.put({ message, reason, source: deliveries.log.name });
        metrics.deadLetters.add(1, { reason: 'deaths' });
        logger.log('error', 'put a subject aside', { subject: key, why: reason });
        ledger.noteFinished(subject, true);
        ledger.scheduleLook(subject, undefined);
      },
    });
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
