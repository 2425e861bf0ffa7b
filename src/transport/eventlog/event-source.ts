/** One message of a log, not yet parsed: what is in it is hostile until it was validated. */
export interface EventMessage {
  /** Messages of one key come in the order in which they were written. Empty when it has none. */
  readonly key: string;
  readonly value: string;
  /** Why it could not be read, in one line: key and value are empty then. */
  readonly fault?: string;
  /** Where it lies, unique in its log, e.g. `perigee.builds/2/1041`. */
  readonly position: string;
  /** When the log took it, in milliseconds since 1970, by the clock of its writer. */
  readonly receivedAtMs: number;
}

/** Messages of one partition, in order, at least one. */
export interface EventBatch {
  readonly partition: string;
  readonly messages: readonly EventMessage[];
  /**
   * Says that the consumer is alive: to be called between steps when the work takes long. It costs
   * nothing when the last was a moment ago.
   * @throws when the partition is not ours any more: the work may be left, its messages come again,
   * to whoever has it now
   */
  heartbeat(): Promise<void>;
  /**
   * Aborted once this consumer has lost the partition, or stops. Whatever is held of it comes again, to
   * whoever has it then, so what is built from it here is to be dropped.
   */
  readonly lost: AbortSignal;
  /**
   * For a message that is not done when the handler resolves, such as the first shard of a build. The
   * position stays before the oldest message that is held, so after a crash all from there on come again:
   * also what was done meanwhile, and of what belongs together perhaps a part alone, whose rest lies
   * before the position. Whoever holds has to be able to find that it is done.
   * It stays held when its batch is rejected and comes again; to hold it again is the same hold then.
   * @returns lets it go; calling it twice, or after the partition was lost, does nothing
   */
  hold(message: EventMessage): () => void;
}

/** Resolved: all messages of the batch are done, except those that are held. */
export type EventHandler = (batch: EventBatch) => Promise<void>;

export type SourceNotice =
  /** The handler rejected; the batch comes again after the pause. */
  | { kind: 'retry'; partition: string; why: string; pauseMs: number }
  /** The consumer had ended, or gave no sign of life; it was replaced. */
  | { kind: 'restart'; why: string }
  /** The log deleted them, by their age or for room, before they were read. */
  | { kind: 'unread'; messages: number }
  /** Another process reads a log that takes one reader: this one takes over when that one ends. */
  | { kind: 'stand-by'; why: string }
  | { kind: 'assigned' | 'lost'; partitions: readonly string[] };

export interface ConsumeOptions {
  /** Aborted: the batch in work is finished, its position stored, then `consume` resolves. */
  signal: AbortSignal;
  /** For logs and metrics. `why` is one line and holds no secret. */
  onNotice?: (notice: SourceNotice) => void;
}

export interface SourceLag {
  /** Messages that the group has not done yet, held ones included. */
  messages: number;
  /** When the log took the oldest of them. */
  oldestReceivedAtMs?: number;
  /** Messages that the log has deleted before the group had done them. */
  deleted?: number;
}

/** One member of a group of consumers. Each message goes to one member of each group, at least once. */
export interface EventSource {
  /** For messages, e.g. `topic perigee.builds at kafka-1:9092, group aggregate`. */
  readonly name: string;
  /**
   * Calls the handler with one batch after the other, never with two at a time. A new group begins with
   * the oldest message. A batch whose handler rejected comes again after a pause that doubles up to 30 s,
   * while those of other partitions go on. It waits as long as the log is out of reach.
   * @throws when it cannot go on, e.g. for a wrong password, or when even new consumers stay silent;
   * the message is one line and holds no secret
   */
  consume(handler: EventHandler, options: ConsumeOptions): Promise<void>;
  /** @throws when the log is out of reach, or another reader stands in the way */
  lag(): Promise<SourceLag>;
}
