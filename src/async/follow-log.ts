import { setTimeout as pause } from 'node:timers/promises';

/** A log as its follower sees it: one of `transport/events`. */
export interface Log<M, N> {
  consume(
    handler: (batch: LogBatch<M>) => Promise<void>,
    options: { signal: AbortSignal; onNotice?: (notice: N) => void },
  ): Promise<void>;
}

export interface LogBatch<M> {
  readonly messages: readonly M[];
  /** Says that the reader is alive. @throws when the messages are not ours any more */
  heartbeat(): Promise<void>;
  /** Aborted when what is held of it comes again, here or elsewhere. */
  readonly lost: AbortSignal;
  /** The position stays before the message until the returned function is called. */
  hold(message: M): () => void;
}

export interface Following<M, N> {
  source: Log<M, N>;
  /** Too much is held: nothing more is taken, and the lag of the log grows. */
  isFull(): boolean;
  /** Called now and then while it is full. */
  makeRoom?(): void;
  /** Holds the message with its batch, or is done with it. @throws what keeps it from being taken: it comes again */
  take(message: M, batch: LogBatch<M>): Promise<void>;
  /** All of a batch is taken. */
  onTaken?(): void;
  onNotice(notice: N): void;
  /** Aborted: what is not taken yet comes again. */
  signal: AbortSignal;
}

const pauseWhileFullMs = 200;

/** Reads a log until the signal is aborted. @throws when it cannot be read on */
export async function followLog<M, N>(following: Following<M, N>): Promise<void> {
  const { source, take, onTaken, onNotice, signal } = following;
  const takeBatch = async (batch: LogBatch<M>): Promise<void> => {
    for (const message of batch.messages) {
      await waitForRoom(batch, following);
      batch.lost.throwIfAborted();
      await take(message, batch);
    }
    onTaken?.();
  };
  await source.consume(takeBatch, { signal, onNotice });
}

async function waitForRoom<M, N>(batch: LogBatch<M>, following: Following<M, N>): Promise<void> {
  const { isFull, makeRoom, signal } = following;
  while (isFull()) {
    signal.throwIfAborted();
    makeRoom?.();
    await batch.heartbeat();
    await pause(pauseWhileFullMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Readers end after the work, so that they store the positions of what was done until then.
 * @param consuming what reads until `reading` is aborted
 * @throws what ends one of the two too early
 */
export async function endInOrder(
  consuming: Promise<unknown>,
  worked: Promise<void>,
  reading: AbortController,
): Promise<void> {
  const failed = consuming.then(() => undefined);
  await Promise.race([worked, failed]).finally(() => reading.abort());
  await consuming;
  await worked;
}
