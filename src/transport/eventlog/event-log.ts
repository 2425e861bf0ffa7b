import type { BuildEvent } from '../../contract/documents.ts';

/**
 * Where events of builds are written for their readers. An event is delivered at least once:
 * a writer that did not hear the answer writes it again, and readers tell by its id.
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
