import { createFairQueue, type FairQueue } from '../../../src/async/fair-queue.ts';

/** Everything known about a job to do: further messages about it are folded into this. */
export interface Entry {
  job: Job;
  lane: Lane;
  state: 'waiting' | 'running' | 'paused';
  /** Told while it ran: once more then. */
  isAgain: boolean;
  /** To be called when it is done, those of the run and those that came while it ran. */
  waiters: (() => void)[];
  laterWaiters: (() => void)[];
}

export interface JobQueue {
  push(entry: Entry): void;
  /**
   * Installations take turns, and so do their repositories; messages go before the sweep.
   * Undefined when nothing may be taken.
   */
  take(): Taken | undefined;
}

export interface Taken {
  entry: Entry;
  /** To be called when it is in work no more. */
  release(): void;
}

/** So that a sweep ends in spite of many messages. */
const sweptEvery = 5;
/** Most jobs of an installation: enough that its next write is ready when its turn comes. */
const mostOfOne = 4;

/**
 * An installation may write to GitHub once a second, and who works for it waits: so it has a few of the
 * workers at the most, and one of them is always left to others.
 */
export function createJobQueue(workers: number): JobQueue {
  const lanes = { told: createLaneQueue(workers), swept: createLaneQueue(workers) };
  let turns = 0;
  const takeFrom = (lane: Lane): Taken | undefined => {
    for (;;) {
      const taken = lanes[lane].take();
      if (taken === undefined) return undefined;
      // A message came since the sweep, so it is in the other lane too.
      const isStale = taken.entry.lane !== lane || taken.entry.state !== 'waiting';
      if (!isStale) return taken;
      taken.release();
    }
  };
  return {
    push: (entry) => lanes[entry.lane].push(entry),
    take: () => {
      turns += 1;
      const [first, second]: [Lane, Lane] =
        turns % sweptEvery === 0 ? ['swept', 'told'] : ['told', 'swept'];
      return takeFrom(first) ?? takeFrom(second);
    },
  };
}

interface LaneQueue {
  push(entry: Entry): void;
  take(): Taken | undefined;
}

/** A row of installations, each with a row of repositories. */
function createLaneQueue(workers: number): LaneQueue {
  const accounts = createFairQueue<FairQueue<Entry>>(Math.max(1, Math.min(mostOfOne, workers - 1)));
  const rows = new Map<string, FairQueue<Entry>>();
  return {
    push: (entry) => {
      const { account, owner } = entry.job;
      const row = rows.get(account) ?? createFairQueue<Entry>(Infinity);
      rows.set(account, row);
      row.push(owner, entry);
      accounts.push(account, row);
    },
    take: () => {
      const next = accounts.take();
      if (next === undefined) return undefined;
      const { owner: account, item: row } = next;
      const entry = row.take()?.item;
      if (row.size() === 0) rows.delete(account);
      const release = (): void => accounts.release(account);
      if (entry !== undefined) return { entry, release };
      release();
      return undefined;
    },
  };
}
export interface Job {
  /** Two jobs of one key are one: it is never in work twice at the same time. */
  key: string;
  /** The installation, which shares GitHub's limits. */
  account: string;
  /** The repository, which has turns within the account. */
  owner: string;
  of: 'look' | 'search' | 'command';
  /** @returns what has to be done then, for this one to be done */
  run(signal: AbortSignal): Promise<readonly Job[]>;
  /** Notes for good that it is to be done then. Without it, it is waited for in memory alone. */
  postpone?(pauseMs: number): void;
}

/** Messages go before what a sweep found, so that a sweep of thousands delays none. */
export type Lane = 'told' | 'swept';
