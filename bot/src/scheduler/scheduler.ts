import type { Logger } from '../../../src/logging/logger.ts';
import { createTries, type Patience, triesOfADefect } from '../../../src/async/tries.ts';
import { createWorkEngine, type WorkSignals } from '../../../src/async/work-engine.ts';
import { type Job, type Lane, createJobQueue, type Entry } from './job-queue.ts';
import { readResultCode } from '../../../src/sqlite/result-codes.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';

export type Outcome = 'done' | 'later' | 'refused' | 'defect';

export interface SchedulerOptions {
  /** Jobs in work at the same time. */
  workers: number;
  patience: Patience;
  logger: Logger;
  onOutcome(job: Job, outcome: Outcome): void;
  /** Goes forward only. */
  clockMs(): number;
  signals: WorkSignals;
}

export interface Scheduler {
  /** @param onDone called once, when the job and all that followed from it is done, given up or postponed */
  wake(job: Job, lane: Lane, onDone?: () => void): void;
  /** Jobs that are waiting, paused or in work. */
  count(): number;
  /** Jobs that an outage has put off, and that are noted for good to be done later. */
  countPutOff(): number;
  findStandstill(): string | undefined;
  /** After `stop`: nothing is in work any more. */
  readonly ended: Promise<void>;
}

/** Longer pauses are noted for good, where the job can be, and held against no log. */
const longestPauseInMemoryMs = 30_000;
const longestStillMs = 900_000;

/** Does jobs, some at a time, one of a key at a time, and each repository in turn. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { workers, patience, logger, onOutcome, clockMs, signals } = options;
  const tries = createTries(patience);
  const queue = createJobQueue(workers);
  const entries = new Map<string, Entry>();
  const putOff = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const engine = createWorkEngine<Entry>({
    ...{ workers, longestStillMs, clockMs, signals },
    take: () => {
      const taken = queue.take();
      if (taken === undefined) return undefined;
      taken.entry.state = 'running';
      return { item: taken.entry, release: taken.release };
    },
    work: (entry) => run(entry, entry.lane),
  });

  const wake = (job: Job, lane: Lane, onDone?: () => void): void => {
    const known = entries.get(job.key);
    if (known === undefined) {
      const waiters = onDone === undefined ? [] : [onDone];
      const entry: Entry = {
        ...{ job, lane, waiters, laterWaiters: [], state: 'waiting', isAgain: false },
      };
      entries.set(job.key, entry);
      queue.push(entry);
    } else {
      join(known, job, lane, onDone);
    }
    engine.wake();
  };
  const join = (entry: Entry, job: Job, lane: Lane, onDone?: () => void): void => {
    entry.job = job;
    const isRunning = entry.state === 'running';
    if (onDone !== undefined) (isRunning ? entry.laterWaiters : entry.waiters).push(onDone);
    if (isRunning) entry.isAgain = true;
    if (lane !== 'told' || entry.lane === 'told') return;
    entry.lane = 'told';
    if (entry.state === 'waiting') queue.push(entry);
  };

  const run = async (entry: Entry, lane: Lane): Promise<void> => {
    try {
      const { job } = entry;
      const followers = await job.run(signals.abandon);
      tries.end(job.key);
      putOff.delete(job.key);
      follow(followers, lane, entry.waiters.splice(0));
      leave(entry);
      // Last, so that a count of what is left excludes this one.
      onOutcome(job, 'done');
    } catch (error) {
      // Unfinished work comes again, from the log.
      if (!signals.abandon.aborted) settle(entry, error);
    }
  };
  /** A wait for the job includes what follows from it. */
  const follow = (followers: readonly Job[], lane: Lane, waiters: (() => void)[]): void => {
    const done = (): void => waiters.forEach((tell) => tell());
    let left = followers.length;
    if (left === 0) done();
    for (const job of followers) {
      wake(job, lane, () => {
        left -= 1;
        if (left === 0) done();
      });
    }
  };
  /** After a run: once more, or gone. */
  const leave = (entry: Entry): void => {
    if (!entry.isAgain) {
      entries.delete(entry.job.key);
      return;
    }
    entry.isAgain = false;
    entry.waiters.push(...entry.laterWaiters.splice(0));
    entry.state = 'waiting';
    queue.push(entry);
  };
  const settle = (entry: Entry, error: unknown): void => {
    const { job } = entry;
    const failure = classifyFailure(error);
    onOutcome(job, failure.kind);
    const why = error instanceof Error ? error.message : String(error);
    if (failure.kind !== 'later') putOff.delete(job.key);
    if (failure.kind === 'refused') {
      logger.log('warn', 'gives up until the next message about it', { job: job.key, why });
      giveUp(entry);
      return;
    }
    if (failure.kind === 'later') {
      const pauseMs = tries.meetOutage(job.key, failure.askedMs);
      logger.log('warn', 'tries again later', { job: job.key, why, pauseMs });
      pauseEntry(entry, pauseMs);
      return;
    }
    const pauseMs = tries.fail(job.key);
    const tried = tries.failures(job.key);
    logger.log('error', 'a defect', { job: job.key, tried, error });
    if (tried < triesOfADefect) pauseEntry(entry, pauseMs);
    else giveUp(entry);
  };
  const giveUp = (entry: Entry): void => {
    tries.end(entry.job.key);
    follow([], entry.lane, entry.waiters.splice(0));
    leave(entry);
  };
  /** @returns whether it is noted for good */
  const postpone = (job: Job, pauseMs: number): boolean => {
    try {
      job.postpone?.(pauseMs);
      return job.postpone !== undefined;
    } catch (error) {
      logger.log('error', 'cannot note what is to be done later', { job: job.key, error });
      return false;
    }
  };
  const pauseEntry = (entry: Entry, pauseMs: number): void => {
    entry.waiters.push(...entry.laterWaiters.splice(0));
    entry.isAgain = false;
    if (pauseMs > longestPauseInMemoryMs && postpone(entry.job, pauseMs)) {
      follow([], entry.lane, entry.waiters.splice(0));
      entries.delete(entry.job.key);
      tries.end(entry.job.key);
      putOff.add(entry.job.key);
      return;
    }
    entry.state = 'paused';
    const timer = setTimeout(() => {
      timers.delete(timer);
      entry.state = 'waiting';
      queue.push(entry);
      engine.wake();
    }, pauseMs);
    timers.add(timer);
  };

  void engine.ended.then(() => timers.forEach((timer) => clearTimeout(timer)));
  return {
    wake,
    ended: engine.ended,
    count: () => entries.size,
    countPutOff: () => putOff.size,
    findStandstill: () => {
      const stillMs = engine.findStandstillMs();
      if (stillMs === undefined) return undefined;
      return `the bot finished nothing for ${Math.round(stillMs / 1000)} s`;
    },
  };
}

type Failure =
  /** It helps to wait. */
  | { kind: 'later'; askedMs: number | undefined }
  /** The same question gets the same answer. */
  | { kind: 'refused' }
  | { kind: 'defect' };

export function classifyFailure(error: unknown): Failure {
  if (error instanceof Unavailable || error instanceof StoreUnavailable) {
    return { kind: 'later', askedMs: error.retryAfterMs };
  }
  if (isOutageOfLedger(error)) return { kind: 'later', askedMs: undefined };
  if (error instanceof Refused) return { kind: 'refused' };
  return { kind: 'defect' };
}

/** A wrong statement or value, or a damaged file: waiting does not repair these. */
const lastingCodes: readonly number[] = [1, 11, 19, 20, 21, 25, 26];

/** The file is locked for long, full or out of reach: all of that ends some day, and a command is not lost. */
function isOutageOfLedger(error: unknown): boolean {
  const code = readResultCode(error);
  return code !== undefined && !lastingCodes.includes(code);
}
