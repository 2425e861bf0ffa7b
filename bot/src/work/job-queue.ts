import { createFairQueue } from '../../../src/operations/fair-queue.ts';
import type { Job, Lane } from './job.ts';

/** All that is known of a job that is to be done: what else told of it is folded into this. */
export interface Entry {
  job: Job;
  lane: Lane;
  state: 'waiting' | 'running' | 'paused';
  /** Told while it ran: once more then. */
  isAgain: boolean;
  /** To be called when it is done, those of the run and those that came while it ran. */
  waiters: (() => void)[];
  laterWaiters: (() => void)[];
  outages: number;
  defects: number;
}

export interface JobQueue {
  push(entry: Entry): void;
  /** Of the repositories in turn, what was told before what was swept; undefined when nothing may be taken. */
  take(): Entry | undefined;
  release(entry: Entry, lane: Lane): void;
}

/** So that a sweep ends some day, however much is told. */
const sweptEvery = 5;

/** @param workers one of them is always left to other repositories than the busiest */
export function createJobQueue(workers: number): JobQueue {
  const atMost = Math.max(1, workers - 1);
  const lanes = { told: createFairQueue<Entry>(atMost), swept: createFairQueue<Entry>(atMost) };
  let taken = 0;
  const takeFrom = (lane: Lane): Entry | undefined => {
    for (;;) {
      const next = lanes[lane].take();
      if (next === undefined) return undefined;
      const { item } = next;
      // It was told since it was swept, so it stands in the other lane too.
      if (item.lane === lane && item.state === 'waiting') return item;
      lanes[lane].release(next.owner);
    }
  };
  return {
    push: (entry) => lanes[entry.lane].push(entry.job.owner, entry),
    take: () => {
      taken += 1;
      const [first, second]: [Lane, Lane] =
        taken % sweptEvery === 0 ? ['swept', 'told'] : ['told', 'swept'];
      return takeFrom(first) ?? takeFrom(second);
    },
    release: ({ job }, lane) => lanes[lane].release(job.owner),
  };
}
