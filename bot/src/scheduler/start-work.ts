import type { Subject } from '../subject.ts';
import { endInOrder, followLog } from '../../../src/async/follow-log.ts';
import { createHeldMessages } from '../../../src/async/held-messages.ts';
import type { WorkSignals } from '../../../src/async/work-engine.ts';
import type { EventMessage, EventSource } from '../../../src/transport/eventlog/event-log.ts';
import {
  type StuckPartitions,
  watchStuckPartitions,
} from '../../../src/transport/eventlog/stuck-partitions.ts';
import type { Job, Lane } from './job-queue.ts';
import { createJobMaker } from './make-jobs.ts';
import { usualLimits, type WorkLimits, type WorkPorts } from './ports.ts';
import { repeat } from '../../../src/async/repeat.ts';
import { createRepositoryDirectory } from './repository-directory.ts';
import { createScheduler } from './scheduler.ts';
import { spaceOut } from './space-out.ts';
import { createSweep } from './sweep.ts';
import { takeBuildEvent } from './take-build-event.ts';
import { takeDelivery } from './take-delivery.ts';

export interface BotWork {
  /** A change that its check depends on. */
  wake(subject: Subject): void;
  findStandstill(): string | undefined;
  /** One line each on parts of a log whose messages cannot be taken. */
  listStuck(): string[];
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

/** Taken work is due again then, should this process die meanwhile. */
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
  signals: WorkSignals,
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
      logWaiting();
    },
  });
  const logWaiting = (): void => {
    metrics.waiting.set(scheduler.count());
    metrics.putOff.set(scheduler.countPutOff());
  };
  const wake = (job: Job, lane: Lane, onDone?: () => void): void => {
    scheduler.wake(job, lane, onDone);
    logWaiting();
  };
  const lookAt = (subject: Subject, lane: Lane): void => wake(jobs.look(subject), lane);

  const ends = AbortSignal.any([signals.stop, signals.abandon]);
  const reading = new AbortController();
  const stuck: StuckPartitions[] = [];
  /** One for each log, since positions of two logs may be the same. */
  const held = [createHeld(), createHeld()] as const;
  /** @param take sees to it that what a message asks for is done, and calls `done` then, once */
  const follow = (
    source: EventSource,
    ofLog: Held,
    take: (message: EventMessage, done: () => void) => Promise<void>,
  ): Promise<void> => {
    const watch = watchStuckPartitions(clockMs);
    stuck.push(watch);
    return followLog({
      source,
      isFull: () => held.reduce((sum, each) => sum + each.count(), 0) >= limits.maxHeldMessages,
      take: async (message, batch) => {
        const hold = ofLog.hold(batch, message);
        const done = (): void => ofLog.release([hold]);
        try {
          await take(message, done);
        } catch (error) {
          done();
          throw error;
        }
      },
      onNotice: (notice) => {
        watch.hear(notice);
        const level = notice.kind === 'assigned' || notice.kind === 'lost' ? 'info' : 'warn';
        logger.log(level, 'the log tells', { log: source.name, ...notice });
      },
      signal: reading.signal,
    });
  };
  const deliveries = ports.deliveries.openSource(ports.groups.bot);
  const builds = ports.builds.openSource(ports.groups.report);
  const wakeTogether = spaceOut(wake, limits.jobsEveryMs, ends);
  const intake = { ports, jobs, wake, wakeTogether, source: deliveries.name };
  const consuming = Promise.all([
    follow(deliveries, held[0], (message, done) => takeDelivery(message, done, intake)),
    follow(builds, held[1], async (message, done) =>
      takeBuildEvent(message, done, { jobs, wake, nowMs }),
    ),
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
    logWaiting();
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
    listStuck: () => stuck.flatMap(({ list }) => list()),
    measure,
    ended: endInOrder(consuming, scheduler.ended, reading),
    close: endTimers,
  };
}

/** Messages whose work is not done. What was lost comes again, and the work goes on: it is the same then. */
const createHeld = () => createHeldMessages<EventMessage>(() => undefined);
type Held = ReturnType<typeof createHeld>;
