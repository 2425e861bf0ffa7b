import type { BuildEvent } from '../../contract/documents.ts';
import type { EventLog } from './event-log.ts';

export const defaultDeadlineMs = 10_000;
/** Time for the log to release what it holds, before the deadline. */
const longestGoodbyeMs = 100;

export type Emission =
  | { kind: 'sent'; to: string }
  /** The event is in the artifact alone, where the bot finds it. `why` is one line for a person. */
  | { kind: 'spooled'; why: string };

/**
 * Sends an event, if that can be done in time. It never throws and never takes longer than the
 * deadline: that an event could not be sent is no reason to fail a job or to make it wait. Whatever
 * comes of it, the event must lie in the artifact already.
 */
export async function emitEvent(
  event: BuildEvent,
  log: EventLog | undefined,
  deadlineMs: number = defaultDeadlineMs,
): Promise<Emission> {
  if (log === undefined) return { kind: 'spooled', why: 'no event log is configured' };
  const controller = new AbortController();
  const goodbyeMs = Math.min(longestGoodbyeMs, deadlineMs / 10);
  const timers: NodeJS.Timeout[] = [];
  const deadline = new Promise<Emission>((resolve) => {
    const late = new Error(`no answer within ${deadlineMs / 1000} s`);
    timers.push(
      setTimeout(() => controller.abort(late), deadlineMs - goodbyeMs),
      setTimeout(() => resolve(spooled(log, late)), deadlineMs),
    );
  });
  const appended = appendTo(log, event, controller.signal);
  const emission = await Promise.race([appended, deadline]);
  for (const timer of timers) clearTimeout(timer);
  return emission;
}

async function appendTo(log: EventLog, event: BuildEvent, signal: AbortSignal): Promise<Emission> {
  try {
    await log.append(event, signal);
    return { kind: 'sent', to: log.name };
  } catch (error) {
    return spooled(log, error);
  }
}

function spooled(log: EventLog, error: unknown): Emission {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: 'spooled', why: `${log.name} did not take the event: ${reason}` };
}
