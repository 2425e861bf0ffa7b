import type { ReadyBuild } from '../../aggregate/arrival.ts';
import type { PendingBuilds } from '../../aggregate/pending-builds.ts';
import { createFairQueue } from '../../async/fair-queue.ts';
import { createTries } from '../../async/tries.ts';
import { createWorkApart } from '../../async/work-apart.ts';
import { createWorkEngine, type WorkSignals } from '../../async/work-engine.ts';
import type { AggregationLimits } from '../../settings/settings.ts';
import { createBudget } from '../../async/budget.ts';
import { createOutages, waitFor } from './outages.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import { processBuild, type Workshop } from './process-build.ts';
import { startWriter } from './writer.ts';

export interface WorkContext {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
  signals: WorkSignals;
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
