import type { Subject } from '../subject.ts';
import { followLog, type HeldCount } from './follow-log.ts';
import type { Job, Lane } from './job.ts';
import { createJobMaker } from './make-jobs.ts';
import { usualLimits, type WorkLimits, type WorkPorts } from './ports.ts';
import { repeat } from './repeat.ts';
import { createRepositoryDirectory } from './repository-directory.ts';
import { createScheduler } from './scheduler.ts';
import { spaceOut } from './space-out.ts';
import { createSweep } from './sweep.ts';
import { takeBuildEvent } from './take-build-event.ts';
import { takeDelivery } from './take-delivery.ts';

export interface BotWork {
  /** Somebody changed something that its check depends on. */
  wake(subject: Subject): void;
  findStandstill(): string | undefined;
  /** Brings the gauges up to date. @throws when a log is out of reach */
  measure(): Promise<void>;
  /**
   * Resolves when nothing is in work any more, after `stop` was aborted.
   * @throws when a log cannot be read on
   */
  readonly ended: Promise<void>;
  /**
   * Resolves when nothing uses the ports any more. A sweep is not waited for by `ended`, since the next start
   * makes one: it ends here, soon after `abandon` was aborted.
   */
  close(): Promise<void>;
}

/** What is due and taken is due again then, should this process die meanwhile. */
const leaseMs = 600_000;
/** After a sweep that left something out. */
const sweepAgainMs = 300_000;
const measureEveryMs = 15_000;

/**
 * Follows what GitHub tells and what becomes of builds, and looks at what may have changed.
 * @param signals `stop`: finish what is in work, and end; `abandon`: end at once, what is left comes again
 */
export function startWork(
  ports: WorkPorts,
  signals: { stop: AbortSignal; abandon: AbortSignal },
  limits: WorkLimits = usualLimits,
): BotWork {
  const { ledger, logger, metrics, nowMs, clockMs } = ports;
  const directory = createRepositoryDirectory(ports.github, clockMs);
  const jobs = createJobMaker({ ...ports, directory });
  const { workers, patience } = limits;
  const scheduler = createScheduler({
    ...{ workers, patience, logger, clockMs, signals },
    onOutcome: ({ of }, outcome) => {
      if (of === 'look') metrics.looks.add(1, { outcome });
      else if (of === 'command') metrics.commands.add(1, { outcome });
      tellWaiting();
    },
  });
  const tellWaiting = (): void => {
    metrics.waiting.set(scheduler.count());
    metrics.putOff.set(scheduler.countPutOff());
  };
  const wake = (job: Job, lane: Lane, onDone?: () => void): void => {
    scheduler.wake(job, lane, onDone);
    tellWaiting();
  };
  const lookAt = (subject: Subject, lane: Lane): void => wake(jobs.look(subject), lane);

  const ends = AbortSignal.any([signals.stop, signals.abandon]);
  const reading = new AbortController();
  const held: HeldCount = { count: 0, atMost: limits.maxHeldMessages };
  const follow = { held, logger, signal: reading.signal };
  const deliveries = ports.deliveries.openSource(ports.groups.bot);
  const builds = ports.builds.openSource(ports.groups.report);
  const wakeTogether = spaceOut(wake, limits.jobsEveryMs, ends);
  const intake = { ports, jobs, wake, wakeTogether, source: deliveries.name };
  const consuming = Promise.all([
    followLog({
      ...follow,
      source: deliveries,
      take: (message, done) => takeDelivery(message, done, intake),
    }),
    followLog({
      ...follow,
      source: builds,
      take: async (message, done) => takeBuildEvent(message, done, { jobs, wake, nowMs }),
    }),
  ]);

  const takeDue = (): void => {
    for (const subject of ledger.listDue(nowMs())) {
      ledger.scheduleLook(subject, nowMs() + leaseMs);
      lookAt(subject, 'told');
    }
  };
  const sweep = createSweep({
    ports: { ...ports, directory },
    wake: (subject) => lookAt(subject, 'swept'),
  });
  const sweepOnce = async (): Promise<number> => {
    const isWhole = await sweep.run(ends);
    return isWhole ? limits.sweepEveryMs : Math.min(sweepAgainMs, limits.sweepEveryMs);
  };
  const measure = async (): Promise<void> => {
    tellWaiting();
    metrics.lag.set((await deliveries.lag()).messages);
  };
  const onFault = (what: string) => (error: unknown) =>
    logger.log('error', 'the bot could not do something that it does regularly', { what, error });
  // Nothing but a gauge depends on it, and a broker that has just begun cannot tell yet.
  const onNoLag = (error: unknown): void =>
    logger.log('warn', 'how much waits in the log cannot be had now', {
      why: error instanceof Error ? error.message : String(error),
    });
  const timers = [
    repeat(async () => {
      takeDue();
      return limits.dueEveryMs;
    }, onFault('what is due')),
    repeat(sweepOnce, onFault('the sweep')),
    repeat(async () => {
      await measure();
      return measureEveryMs;
    }, onNoLag),
  ];
  const endTimers = async (): Promise<void> => {
    await Promise.all(timers.map((timer) => timer.close()));
  };
  signals.stop.addEventListener('abort', () => void endTimers(), { once: true });

  return {
    wake: (subject) => lookAt(subject, 'told'),
    findStandstill: scheduler.findStandstill,
    measure,
    ended: endInOrder(consuming, scheduler.ended, reading),
    close: endTimers,
  };
}

/** The readers end last, so that they store the positions of what was done until then. */
async function endInOrder(
  consuming: Promise<unknown>,
  worked: Promise<void>,
  reading: AbortController,
): Promise<void> {
  const failed = consuming.then(() => undefined);
  await Promise.race([worked, failed]).finally(() => reading.abort());
  await consuming;
  await worked;
}
