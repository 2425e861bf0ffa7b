import type { DeadLetters } from './dead-letters.ts';
import type { EventLog } from './event-log.ts';
import type { EventSource } from './event-source.ts';

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
