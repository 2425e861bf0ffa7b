import type { BuildKey, ShardDone } from '../contract/documents.ts';

/** That a shard is done, as the log tells it. Times are of one clock that only goes forward, in milliseconds. */
export interface Arrival {
  build: BuildKey;
  shard: ShardDone;
  /** Of the event in its log. */
  position: string;
  /** When the build has to be written, whether or not all of its shards are there. */
  dueAtMs: number;
}

/** What of a build led to nothing. */
export interface PutAside {
  readonly shards: readonly ShardDone[];
  /** Those of their events that are done with it. Any other of theirs has to lead to something yet. */
  readonly positions: ReadonlySet<string>;
}

export interface ReadyBuild {
  readonly key: string;
  readonly build: BuildKey;
  /** In the order in which they came, each once. */
  readonly shards: readonly ShardDone[];
  /** Those that are not done; what was written before is not among them. */
  readonly events: readonly { position: string; shard: ShardDone }[];
  /** `quiet`: nothing is due; but perhaps the missing shards are there without an event. */
  readonly reason: 'complete' | 'deadline' | 'quiet';
}
