import { UserError } from '../../../src/contract/user-error.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { EventMessage } from '../../../src/transport/eventlog/event-log.ts';
import type { AnyDelivery, Delivery } from '../deliveries/delivery.ts';
import { readMessage } from '../deliveries/message.ts';
import type { Subject } from '../subject.ts';
import type { Job, Lane } from './job-queue.ts';
import type { JobMaker } from './make-jobs.ts';
import type { WorkPorts } from './ports.ts';

export interface DeliveryIntake {
  ports: Pick<WorkPorts, 'appId' | 'deliveries' | 'ledger' | 'logger' | 'metrics' | 'nowMs'>;
  jobs: JobMaker;
  wake(job: Job, lane: Lane, onDone: () => void): void;
  /** The same for what comes in numbers: one for all that come in a while. */
  wakeTogether(job: Job, lane: Lane, onDone: () => void): void;
  /** Name of the log, for dead letters. */
  source: string;
}

/**
 * Takes one message of the log of deliveries. What can never be read becomes a dead letter.
 * @throws when the dead letter cannot be stored, or the ledger takes nothing
 */
export async function takeDelivery(
  message: EventMessage,
  done: () => void,
  intake: DeliveryIntake,
): Promise<void> {
  const { ports, source } = intake;
  let delivery: AnyDelivery | undefined;
  try {
    if (message.fault !== undefined) throw new UserError({ seen: message.fault });
    delivery = readMessage(message.value, message.position, ports.appId);
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof UserError)) throw error;
    await ports.deliveries.deadLetters.put({ message, reason: error.message, source });
    ports.metrics.deadLetters.add(1, { reason: 'message' });
    ports.logger.log('warn', 'put a delivery aside', {
      position: message.position,
      why: error.message,
    });
    done();
    return;
  }
  const chosen = delivery === undefined ? [] : chooseJobs(delivery, intake);
  let left = chosen.length;
  if (left === 0) done();
  const isOneOfMany = delivery !== undefined && 'build' in delivery && delivery.build.mayWait;
  const wake = isOneOfMany ? intake.wakeTogether : intake.wake;
  for (const [job, lane] of chosen) {
    wake(job, lane, () => {
      left -= 1;
      if (left > 0) return;
      ports.metrics.delay.observe(Math.max(0, ports.nowMs() - message.receivedAtMs) / 1000);
      done();
    });
  }
}

/** Work on everything of a place does not delay work on one thing. */
function chooseJobs(delivery: AnyDelivery, intake: DeliveryIntake): (readonly [Job, Lane])[] {
  const { jobs } = intake;
  if ('installation' in delivery) {
    return [[jobs.searchInstallation(delivery.installation), 'swept']];
  }
  if ('build' in delivery) {
    const { repository, runId } = delivery.build;
    return [[jobs.searchBuild({ repository, suite: '', runId }), 'told']];
  }
  const { repository, what } = delivery;
  const job = chooseJob(delivery, intake);
  const rules =
    what.kind === 'rules' || (what.kind === 'push' && (what.changesRules || what.yaml))
      ? jobs.searchTarget(repository, what.branch, what.yaml)
      : undefined;
  return [
    ...(job === undefined ? [] : [[job, 'told'] as const]),
    ...(rules === undefined ? [] : [[rules, 'swept'] as const]),
  ];
}

function chooseJob(delivery: Delivery, { jobs, ports }: DeliveryIntake): Job | undefined {
  const { repository, what } = delivery;
  switch (what.kind) {
    case 'pull-request':
      return jobs.look({ kind: 'pull-request', repository, number: what.number });
    case 'merge-group': {
      const { head, base, branch } = what;
      return jobs.look({ kind: 'merge-group', repository, head, base, branch });
    }
    case 'push':
      return jobs.look({ kind: 'push', repository, commit: what.commit });
    case 'commit':
      return jobs.searchCommit(repository, what.commit, what.pushedTo);
    case 'rules':
      return undefined;
    case 'merge-group-gone':
      forgetGroup(delivery, what.head, ports.ledger);
      return undefined;
    case 'comment':
    case 'button':
      return jobs.command({ ...delivery, what });
  }
}

/** No merge waits for its check any more. */
function forgetGroup(
  { repository }: Delivery,
  head: string,
  ledger: DeliveryIntake['ports']['ledger'],
): void {
  const isIt = (subject: Subject): boolean =>
    subject.kind === 'merge-group' &&
    subject.head === head &&
    subject.repository.id === repository.id;
  for (const subject of ledger.listUnfinished().filter(isIt)) {
    ledger.noteFinished(subject, true);
    ledger.scheduleLook(subject, undefined);
  }
}
