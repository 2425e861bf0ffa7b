import type { BuildEvent } from '../../contract/documents.ts';
import { createHash } from 'node:crypto';

/**
 * The log of builds' events. An event is delivered at least once: a writer that did not hear the answer writes it
 * again, and readers tell by its id.
 */
export interface EventLog {
  /** For messages, e.g. `topic perigee.builds at kafka-1:9092`. */
  readonly name: string;
  /**
   * Resolves when the log has the event for good.
   * @param signal aborted: it rejects at once and leaves nothing running
   * @throws when the log did not take it; the message is one line and holds no secret
   */
  append(event: BuildEvent, signal: AbortSignal): Promise<void>;
}

/** Events of one build stay in order where a log keeps the order of one key only. */
export function keyEvent({ build }: BuildEvent): string {
  return JSON.stringify([build.repository, build.suite, build.runId]);
}

/** A message that cannot be processed, however often it is tried: an outage is no reason. */
export interface DeadLetter {
  readonly id: string;
  readonly putAtMs: number;
  /** The fault, one line. */
  readonly reason: string;
  /** The log where it lay; its position there is the message's. */
  readonly source: string;
  readonly message: EventMessage;
  /** Why the letter has no payload: what it was and where it lies. Such a letter cannot be replayed. */
  readonly cut?: string;
}

export interface DeadLetters {
  /** For messages, e.g. `topic perigee.builds.dlq at kafka-1:9092`. */
  readonly name: string;
  /**
   * Resolves when the letter is stored for good; only then may the message's position move on. The same
   * position put again is one letter. A message that does not fit keeps its size and digest in place of its payload.
   * @returns its id
   */
  put(letter: { message: EventMessage; reason: string; source: string }): Promise<string>;
  /** Those that were neither replayed nor purged, oldest first. */
  list(): Promise<DeadLetter[]>;
  /** Undefined when there is none of that id (any more). */
  show(id: string): Promise<DeadLetter | undefined>;
  /**
   * Writes the messages into the log again, as they were, and takes the letters away. After a crash in
   * between a message is there twice. A letter without its payload stays.
   * @returns the ids of those that were there
   */
  replay(ids: readonly string[] | 'all'): Promise<string[]>;
  /** Takes the letters away. @returns the ids of those that were there */
  purge(ids: readonly string[] | 'all'): Promise<string[]>;
}

/** One message is one letter, however often it is put: it is named by where it lay. */
export function nameLetter(source: string, position: string): string {
  const digest = createHash('sha256').update(JSON.stringify([source, position]));
  return digest.digest('hex').slice(0, 16);
}
/** One message of a log, not yet parsed: what is in it is hostile until it was validated. */
export interface EventMessage {
  /** Messages of one key come in the order in which they were written. Empty when it has none. */
  readonly key: string;
  readonly value: string;
  /** Why it could not be read, in one line: key and value are empty then. */
  readonly fault?: string;
  /** Its place, unique in its log, e.g. `perigee.builds/2/1041`. */
  readonly position: string;
  /** When the log took it, in milliseconds since 1970, by the clock of its writer. */
  readonly receivedAtMs: number;
}

/** Messages of one partition, in order, at least one. */
export interface EventBatch {
  readonly partition: string;
  readonly messages: readonly EventMessage[];
  /**
   * Says that the consumer is alive: to be called between steps when the work takes long. It costs nothing when the
   * last was a moment ago.
   * @throws when the partition is not ours any more: the work may be left, its messages come again, to the consumer
   * that has it now
   */
  heartbeat(): Promise<void>;
  /**
   * Aborted once this consumer has lost the partition, or stops. Whatever is held of it comes again, to the next
   * consumer, so what is built from it here is to be dropped.
   */
  readonly lost: AbortSignal;
  /**
   * For a message that is not done when the handler resolves, such as the first shard of a build. The position stays
   * before the oldest message that is held, so after a crash all from there on come again: also what was done
   * meanwhile, and of what belongs together perhaps a part alone, whose rest lies before the position. The holder has
   * to be able to find that it is done. It stays held when its batch is rejected and comes again; to hold it again is
   * the same hold then.
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

/** Proof that no other process was consuming this group. */
export interface GroupHold {
  /** Whether more than one reads for it now: two may have asked at the same moment. @throws as above */
  isShared(): Promise<boolean>;
  /** To be called when nothing is read for it any more. */
  release(): void;
}

/** Everything about one log of events: writing, reading, and what could not be read. */
export interface EventQueue {
  readonly log: EventLog;
  readonly deadLetters: DeadLetters;
  /** Members of one group share the messages; each group gets all of them. */
  openSource(group: string): EventSource;
  /**
   * For a group that is to have one reader: asked before it reads.
   * @returns undefined while another process reads for it; of one that was killed that may be so for a while
   * @throws when the log is out of reach
   */
  holdGroup(group: string): Promise<GroupHold | undefined>;
  /** A message as it is, whatever is in it: for tests, and for what was spooled elsewhere. */
  appendRaw(message: { key: string; value: string }): Promise<void>;
  /** To be called when nothing is consumed any more. */
  close(): Promise<void>;
}
