import type { EventMessage } from './event-source.ts';

/** A message that cannot be processed, however often it is tried: an outage is no reason. */
export interface DeadLetter {
  readonly id: string;
  readonly putAtMs: number;
  /** What is wrong with it, one line. */
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
