import type { Logger } from '../../../src/operations/logger.ts';
import type {
  EventBatch,
  EventMessage,
  EventSource,
} from '../../../src/transport/events/event-source.ts';
import { pauseUnlessAborted } from '../../../src/transport/events/pauses.ts';

export interface Following {
  source: EventSource;
  /**
   * Sees to it that what the message asks for is done.
   * @param done to be called once, when it is: the position in the log stays before it until then
   * @throws what keeps it from being taken now; it comes again
   */
  take(message: EventMessage, done: () => void): Promise<void>;
  /** Messages whose work is not done. */
  held: HeldCount;
  logger: Logger;
  /** Aborted: what is not taken yet comes again. */
  signal: AbortSignal;
}

/** Over all logs together. */
export interface HeldCount {
  count: number;
  readonly atMost: number;
}

const pauseWhileFullMs = 200;

/** Reads a log until the signal is aborted. @throws when it cannot be read on */
export async function followLog(following: Following): Promise<void> {
  const { source, logger, signal } = following;
  await source.consume((batch) => takeBatch(batch, following), {
    signal,
    onNotice: (notice) => {
      const level = notice.kind === 'assigned' || notice.kind === 'lost' ? 'info' : 'warn';
      logger.log(level, 'the log tells', { log: source.name, ...notice });
    },
  });
}

async function takeBatch(batch: EventBatch, following: Following): Promise<void> {
  for (const message of batch.messages) {
    await waitForRoom(batch, following);
    batch.lost.throwIfAborted();
    const letGo = batch.hold(message);
    const { held } = following;
    held.count += 1;
    let isHeld = true;
    const done = (): void => {
      if (!isHeld) return;
      isHeld = false;
      held.count -= 1;
      letGo();
    };
    try {
      await following.take(message, done);
    } catch (error) {
      done();
      throw error;
    }
  }
}

async function waitForRoom(batch: EventBatch, { held, signal }: Following): Promise<void> {
  while (held.count >= held.atMost) {
    signal.throwIfAborted();
    await batch.heartbeat();
    await pauseUnlessAborted(pauseWhileFullMs, signal);
  }
}
