import { setTimeout as pause } from 'node:timers/promises';
import type {
  EventBatch,
  EventMessage,
  EventSource,
  SourceNotice,
} from '../../../src/transport/eventlog/event-log.ts';

/** Only a test that fails waits for so long. */
const longestWaitMs = 180_000;

export interface Consumer {
  /** Of the batches whose handler resolved. */
  readonly handled: EventMessage[];
  readonly notices: SourceNotice[];
  /** Rejects when it does not become true, or when consuming ended with an error. */
  until(isTrue: () => boolean, what: string): Promise<void>;
  stop(): Promise<void>;
}

/** Consumes in the background. */
export function startConsumer(
  source: EventSource,
  handle: (batch: EventBatch) => Promise<void> | void = () => undefined,
): Consumer {
  const controller = new AbortController();
  const handled: EventMessage[] = [];
  const notices: SourceNotice[] = [];
  let failure: unknown;
  const consumed = source
    .consume(
      async (batch) => {
        await handle(batch);
        handled.push(...batch.messages);
      },
      { signal: controller.signal, onNotice: (notice) => notices.push(notice) },
    )
    .catch((error: unknown) => {
      failure = error;
    });
  return {
    handled,
    notices,
    until: (isTrue, what) =>
      waitUntil(() => {
        if (failure !== undefined) throw failure as Error;
        return isTrue();
      }, what),
    stop: async () => {
      controller.abort();
      await consumed;
      if (failure !== undefined) throw failure as Error;
    },
  };
}

/** Consumes until so many messages are handled, then stops. */
export async function consumeUntil(
  source: EventSource,
  count: number,
  handle?: (batch: EventBatch) => Promise<void> | void,
): Promise<EventMessage[]> {
  const consumer = startConsumer(source, handle);
  await consumer.until(() => consumer.handled.length >= count, `${count} messages`);
  await consumer.stop();
  return consumer.handled;
}

export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  limitMs = longestWaitMs,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(20);
  }
}

export const valuesOf = (messages: readonly EventMessage[]): string[] =>
  messages.map(({ value }) => value);
