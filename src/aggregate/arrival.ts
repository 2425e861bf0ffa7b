import type { BuildKey, ShardDone } from '../contract/documents.ts';

/**
 * That this consumer has an event in hand, until its build is done or its partition is lost. It is told apart
 * by identity: an event that is read again after its partition was lost is held anew, and what became of the
 * hold before says nothing of this one.
 */
export interface EventHold {
  /** Position of the event in its log. */
  readonly position: string;
}

/** That a shard is done, as the log tells it. Times are of one clock that only goes forward, in milliseconds. */
export interface Arrival {
  build: BuildKey;
  shard: ShardDone;
  hold: EventHold;
  /** When the build has to be written, whether or not all of its shards are there. */
  dueAtMs: number;
}

export interface ReadyBuild {
  readonly key: string;
  readonly build: BuildKey;
  /** In the order in which they came, each once. */
  readonly shards: readonly ShardDone[];
  /** Those that are not done; what was written before is not among them. */
  readonly events: readonly { hold: EventHold; shard: ShardDone }[];
  /** `quiet`: nothing is due; but perhaps the missing shards are there without an event. */
  readonly reason: 'complete' | 'deadline' | 'quiet';
}
