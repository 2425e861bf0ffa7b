import type { ReadyBuild } from '../../aggregate/arrival.ts';
import type { PendingBuilds } from '../../aggregate/pending-builds.ts';
import { UserError } from '../../contract/user-error.ts';
import { type Tries, triesOfADefect, createTries } from '../../async/tries.ts';
import { type WorkApart, createWorkApart } from '../../async/work-apart.ts';
import type { AggregationLimits } from '../../settings/settings.ts';
import { type Budget, createBudget } from '../../async/budget.ts';
import { findOutage, type Outages, createOutages, waitFor } from './outages.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import { prepareBuild, type PreparedBuild, type Rejected } from './prepare-build.ts';
import { putAside } from './put-aside.ts';
import { type Writer, startWriter } from './write-builds.ts';
import { createFairQueue } from '../../async/fair-queue.ts';
import { createWorkEngine, type WorkSignals } from '../../async/work-engine.ts';

/** The tools of the steps of a build. */
export interface Workshop {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
  budget: Budget;
  tries: Tries;
  outages: Outages;
  apart: WorkApart;
  writer: Writer;
  /** Aborted: what is in work is left, and comes again. */
  abandon: AbortSignal;
}

/**
 * Takes a build from where it is ready to where it is written, put aside, or given back for another try.
 * @param leaveWorker what is prepared waits for the store without a worker
 */
export async function processBuild(
  ready: ReadyBuild,
  leaveWorker: () => void,
  shop: Workshop,
): Promise<void> {
  try {
    await shop.apart(ready.key, () => prepareAndWrite(ready, leaveWorker, shop), {
      putOff: (pauseMs) => {
        const why = 'the process died while it had this build in work';
        giveBack(ready, { why, of: 'deaths', pauseMs }, shop);
      },
      putAside: (deaths) => {
        const why = `the process died ${deaths} times while it had this build in work`;
        return reject(ready, rejectAll(ready, 'deaths', why), shop);
      },
    });
  } catch (error) {
    if (!shop.abandon.aborted) await settle(ready, error, shop);
  }
}

async function prepareAndWrite(
  ready: ReadyBuild,
  leaveWorker: () => void,
  shop: Workshop,
): Promise<void> {
  const build = await prepare(ready, shop);
  if (build === undefined) return;
  leaveWorker();
  const rejected = await shop.writer.write(build).finally(build.free);
  finish(ready, rejected, shop);
}

/** @returns what is to be written, if anything */
async function prepare(ready: ReadyBuild, shop: Workshop): Promise<PreparedBuild | undefined> {
  const { ports, limits, budget, tries, outages, pending } = shop;
  const tried = tries.failures(ready.key) + 1;
  const context = { ports, limits, budget, tried, signal: shop.abandon };
  const prepared = await prepareBuild(ready, context);
  outages.end(ready.key);
  switch (prepared.kind) {
    case 'prepared':
      return prepared.build;
    case 'later':
      giveBack(ready, { why: prepared.why, of: 'artifacts', pauseMs: tries.fail(ready.key) }, shop);
      return undefined;
    case 'rejected':
      await reject(ready, prepared.rejected, shop);
      return undefined;
    case 'not-yet':
      tries.end(ready.key);
      pending.keepWaiting(ready);
      return undefined;
  }
}

/** Its points are in the store, or there will never be any. */
function finish(ready: ReadyBuild, rejected: readonly Rejected[], shop: Workshop): void {
  const { ports, pending, held, tries, outages } = shop;
  tries.end(ready.key);
  outages.end(ready.key);
  const times = ready.events.map(({ hold }) => held.find(hold)?.receivedAtMs ?? 0);
  const lastMs = Math.max(0, ...times);
  if (lastMs > 0) ports.metrics.delay.observe(Math.max(0, ports.nowMs() - lastMs) / 1000);
  const aside = rejected.map(({ shard }) => shard);
  held.release(pending.written(ready, ports.clockMs(), aside));
}

async function reject(
  ready: ReadyBuild,
  rejected: readonly Rejected[],
  shop: Workshop,
): Promise<void> {
  await putAside(ready, rejected, shop.held, shop.ports);
  finish(ready, rejected, shop);
}

/** The reason for giving a build back. */
interface Return {
  why: string;
  /** The label of a metric. */
  of: string;
  pauseMs: number;
}

function giveBack(ready: ReadyBuild, { why, of, pauseMs }: Return, shop: Workshop): void {
  const { ports, pending } = shop;
  ports.metrics.retries.add(1, { of });
  ports.logger.log('warn', 'tries a build again later', { build: ready.key, why, pauseMs });
  pending.giveBack(ready, ports.clockMs() + pauseMs);
}

/** Decides on a build while which something was thrown: an outage is waited out, a defect is tried some times. */
async function settle(ready: ReadyBuild, error: unknown, shop: Workshop): Promise<void> {
  const { ports, tries, outages } = shop;
  const { key } = ready;
  const why = describeError(error);
  const outage = findOutage(error);
  if (outage !== undefined) {
    outages.note(key, outage.from, why);
    const pauseMs = tries.meetOutage(key, outage.askedMs);
    giveBack(ready, { why, of: outage.from, pauseMs }, shop);
    return;
  }
  ports.logger.log('error', 'a build could not be processed', { build: key, error });
  const pauseMs = tries.fail(key);
  if (tries.failures(key) < triesOfADefect) {
    giveBack(ready, { why, of: 'defect', pauseMs }, shop);
    return;
  }
  await reject(ready, rejectAll(ready, 'defect', why), shop).catch(() =>
    giveBack(ready, { why, of: 'dead letters', pauseMs }, shop),
  );
}

function rejectAll({ shards }: ReadyBuild, code: Rejected['code'], why: string): Rejected[] {
  return shards.map((shard) => ({ shard, code, why }));
}

/** One line: a user's error has a line for each of its parts. */
function describeError(error: unknown): string {
  if (!(error instanceof UserError)) return error instanceof Error ? error.message : String(error);
  const { where, seen } = error.facts;
  return where === undefined ? seen : `${where}: ${seen}`;
}

interface WorkContext {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
  signals: WorkSignals;
}

interface Work {
  /** Something may be ready now. */
  wake(): void;
  findStandstill(): string | undefined;
  /** One line each on what it waits for, of the artifacts of builds. */
  listAway(): string[];
  /** After `stop`: nothing is in work any more. */
  readonly ended: Promise<void>;
}

/** How often it looks for builds whose time has come. */
const tickMs = 100;
/** Prepared and not yet written, beside what the budget of bytes allows. */
const buildsInWork = 64;

/** Prepares builds that are ready, some at a time and each repository in turn, and has them written. */
export function startWork({ ports, limits, pending, held, signals }: WorkContext): Work {
  const { clockMs, marks } = ports;
  const { abandon } = signals;
  const shop: Workshop = {
    ...{ ports, limits, pending, held, abandon },
    budget: createBudget(limits.maxBytesInWork),
    tries: createTries(waitFor(ports)),
    outages: createOutages(clockMs),
    apart: marks === undefined ? (_key, work) => work() : createWorkApart(marks),
    writer: startWriter({ ports, held, signal: abandon }),
  };
  // One worker is always left to other repositories than the busiest.
  const queue = createFairQueue<ReadyBuild>(Math.max(1, limits.workers - 1));
  const engine = createWorkEngine<ReadyBuild>({
    workers: limits.workers,
    inWorkAtMost: buildsInWork,
    longestStillMs: 10 * limits.quietMs + 600_000,
    take: () => {
      for (const ready of pending.takeReady(clockMs())) queue.push(ready.build.repository, ready);
      const next = queue.take();
      return next && { item: next.item, release: () => queue.release(next.owner) };
    },
    work: (ready, leaveWorker) => processBuild(ready, leaveWorker, shop),
    ...{ clockMs, signals },
  });
  const timer = setInterval(engine.wake, tickMs);
  void engine.ended.then(() => clearInterval(timer));
  return {
    ...{ wake: engine.wake, ended: engine.ended },
    listAway: () => shop.outages.list('artifacts'),
    findStandstill: () => {
      const stillMs = engine.findStandstillMs();
      if (stillMs === undefined) return undefined;
      return `no build was finished for ${Math.round(stillMs / 1000)} s`;
    },
  };
}
