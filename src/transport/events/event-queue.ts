import type { DeadLetters } from './dead-letters.ts';
import type { EventLog } from './event-log.ts';
import type { EventSource } from './event-source.ts';

/** Everything about one log of events: writing, reading, and what could not be read. */
export interface EventQueue {
  readonly log: EventLog;
  readonly deadLetters: DeadLetters;
  /** Members of one group share the messages; each group gets all of them. */
  openSource(group: string): EventSource;
  /** A message as it is, whatever is in it: for tests, and for what was spooled elsewhere. */
  appendRaw(message: { key: string; value: string }): Promise<void>;
  /** To be called when nothing is consumed any more. */
  close(): Promise<void>;
}
