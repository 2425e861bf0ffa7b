import type { ReadyBuild } from '../../aggregate/arrival.ts';
import type { PendingBuilds } from '../../aggregate/pending-builds.ts';
import { UserError } from '../../contract/user-error.ts';
import { createBudget } from './budget.ts';
import { mostDeaths, suspectMs } from '../../operations/work-marks.ts';
import { createFairQueue } from '../../operations/fair-queue.ts';
import type { HeldEvents } from './held-events.ts';
import { createOutages } from './outages.ts';
import { choosePauseMs, findOutage } from './patience.ts';
import type { AggregationLimits } from '../../serving/settings/settings.ts';
import type { AggregationPorts } from './ports.ts';
import { prepareBuild, type PreparedBuild, type Rejected } from './prepare-build.ts';
import { putAside } from './put-aside.ts';
import { startWriter } from './writer.ts';

export interface WorkContext {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
  signals: { stop: AbortSignal; abandon: AbortSignal };
}

export interface Work {
  /** Something may be ready now. */
  wake(): void;
  findStandstill(): string | undefined;
  /** One line each on what it waits for, of the artifacts of builds. */
  listAway(): string[];
  /** After `stop`: nothing is in work any more. */
  readonly ended: Promise<void>;
}

/** How often it is looked for builds whose time has come. */
const tickMs = 100;
/** Then a build that a defect of ours keeps failing is put aside, so that it takes no more of our time. */
const triesOfADefect = 5;
/** Prepared and not yet written, beside what the budget of bytes allows. */
const buildsInWork = 64;

/** Prepares builds that are ready, some at a time and each repository in turn, and has them written. */
export function startWork(context: WorkContext): Work {
  const { ports, limits, pending, held, signals } = context;
  const { logger, marks, metrics } = ports;
  const budget = createBudget(limits.maxBytesInWork);
  // One worker is always left to other repositories than the busiest.
  const queue = createFairQueue<ReadyBuild>(Math.max(1, limits.workers - 1));
  const tried = new Map<string, number>();
  const outages = createOutages(ports.clockMs);
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  /** Put off, and not yet begun since. */
  const suspects = new Set<string>();
  let workers = 0;
  let inWork = 0;
  let lastSignMs = ports.clockMs();

  const finish = (ready: ReadyBuild, rejected: readonly Rejected[]): void => {
    tried.delete(ready.key);
    outages.end(ready.key);
    observeDelay(ready);
    const aside = rejected.map(({ shard }) => shard);
    held.release(pending.written(ready, ports.clockMs(), aside));
  };
  const tryLater = (ready: ReadyBuild, why: string, of: string, askedMs?: number): void => {
    const times = Math.max(1, tried.get(ready.key) ?? 1, outages.count(ready.key));
    const pauseMs = choosePauseMs(times, askedMs, ports.chance());
    metrics.retries.add(1, { of });
    logger.log('warn', 'tries a build again later', { build: ready.key, why, pauseMs });
    pending.giveBack(ready, ports.clockMs() + pauseMs);
  };
  const reject = async (ready: ReadyBuild, rejected: readonly Rejected[]): Promise<void> => {
    await putAside(ready, rejected, held, ports);
    finish(ready, rejected);
  };
  /** Handles what was thrown while a build was prepared or written. */
  const settle = async (ready: ReadyBuild, error: unknown): Promise<void> => {
    if (signals.abandon.aborted) return;
    const outage = findOutage(error);
    const why = describeError(error);
    if (outage !== undefined) {
      // A failed try says nothing about the build.
      tried.set(ready.key, (tried.get(ready.key) ?? 1) - 1);
      outages.note(ready.key, outage.from, why);
      tryLater(ready, why, outage.from, outage.askedMs);
      return;
    }
    logger.log('error', 'a build could not be processed', { build: ready.key, error });
    if ((tried.get(ready.key) ?? 0) < triesOfADefect) {
      tryLater(ready, why, 'defect');
      return;
    }
    const rejected = ready.shards.map((shard) => ({ shard, code: 'defect' as const, why }));
    await reject(ready, rejected).catch(() => tryLater(ready, why, 'dead letters'));
  };
  const observeDelay = ({ events }: ReadyBuild): void => {
    const times = events.map(({ hold }) => held.find(hold)?.receivedAtMs ?? 0);
    const lastMs = Math.max(0, ...times);
    if (lastMs > 0) metrics.delay.observe(Math.max(0, ports.nowMs() - lastMs) / 1000);
  };

  const leave = (ready: ReadyBuild): void => {
    marks?.end(ready.key);
    inWork -= 1;
    lastSignMs = ports.clockMs();
    wake();
  };
  const writer = startWriter({
    ...{ ports, held, signal: signals.abandon },
    onWritten: ({ ready, free }, rejected) => {
      free();
      finish(ready, rejected);
      leave(ready);
    },
    onFailed: async ({ ready, free }, error) => {
      free();
      await settle(ready, error);
      leave(ready);
    },
  });

  /** Whether a build that was in work when the process died is not taken now: put off once, or put aside. */
  const isSuspect = async (ready: ReadyBuild): Promise<boolean> => {
    const deaths = marks?.deathsOf(ready.key) ?? 0;
    if (deaths >= mostDeaths) {
      const why = `the process died ${deaths} times while it had this build in work`;
      const rejected = ready.shards.map((shard) => ({ shard, code: 'deaths' as const, why }));
      await reject(ready, rejected);
      marks?.putAside(ready.key);
      suspects.delete(ready.key);
      return true;
    }
    const isFirst = deaths > 0 && !suspects.has(ready.key);
    if (isFirst) {
      suspects.add(ready.key);
      tried.delete(ready.key);
      tryLater(
        ready,
        `the process died while it had this build in work`,
        'deaths',
        deaths * suspectMs,
      );
    } else suspects.delete(ready.key);
    return isFirst;
  };

  /** @returns what is to be written, if anything */
  const prepare = async (ready: ReadyBuild): Promise<PreparedBuild | undefined> => {
    const times = (tried.get(ready.key) ?? 0) + 1;
    tried.set(ready.key, times);
    try {
      if (await isSuspect(ready)) return undefined;
      marks?.begin(ready.key);
      const signal = signals.abandon;
      const prepared = await prepareBuild(ready, { ports, limits, budget, tried: times, signal });
      outages.end(ready.key);
      if (prepared.kind === 'prepared') return prepared.build;
      if (prepared.kind === 'later') tryLater(ready, prepared.why, 'artifacts');
      else if (prepared.kind === 'rejected') await reject(ready, prepared.rejected);
      else {
        tried.delete(ready.key);
        pending.keepWaiting(ready);
      }
    } catch (error) {
      await settle(ready, error);
    }
    return undefined;
  };
  const runOne = async (owner: string, ready: ReadyBuild): Promise<void> => {
    const prepared = await prepare(ready);
    workers -= 1;
    queue.release(owner);
    if (prepared === undefined) leave(ready);
    else {
      writer.push(prepared);
      wake();
    }
  };

  const wake = (): void => {
    if (signals.stop.aborted) {
      if (inWork === 0) end(undefined);
      return;
    }
    for (const ready of pending.takeReady(ports.clockMs())) {
      queue.push(ready.build.repository, ready);
    }
    while (workers < limits.workers && inWork < buildsInWork) {
      const next = queue.take();
      if (next === undefined) return;
      workers += 1;
      inWork += 1;
      void runOne(next.owner, next.item);
    }
  };
  const timer = setInterval(wake, tickMs);
  signals.stop.addEventListener('abort', wake, { once: true });
  signals.abandon.addEventListener('abort', () => end(undefined), { once: true });
  void ended.then(() => clearInterval(timer));
  return {
    wake,
    ended,
    listAway: () => outages.list('artifacts'),
    findStandstill: () => {
      const stillMs = ports.clockMs() - lastSignMs;
      return inWork > 0 && stillMs > 10 * limits.quietMs + 600_000
        ? `no build was finished for ${Math.round(stillMs / 1000)} s`
        : undefined;
    },
  };
}

/** One line: a user's error has a line for each of its parts. */
function describeError(error: unknown): string {
  if (!(error instanceof UserError)) return error instanceof Error ? error.message : String(error);
  const { where, seen } = error.facts;
  return where === undefined ? seen : `${where}: ${seen}`;
}
