import type { IncomingMessage, ServerResponse } from 'node:http';

/** One of the things that a process of the service does. */
export interface Part {
  /** Undefined while it gets on; otherwise one line on what stands still. */
  findStandstill(): string | undefined;
  /** One line each on what keeps it from working. */
  listObstacles(): Promise<string[]>;
  /** Brings its gauges up to date. */
  measure(): Promise<void>;
  /** @returns false when the address is none of its own */
  answer?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Resolves when nothing is in work any more; rejects when it cannot go on. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Resolves when all have ended; rejects as soon as one of them cannot go on. */
export async function allEnded(parts: readonly Part[]): Promise<void> {
  await Promise.all(parts.map(({ ended }) => ended));
}

/** @returns what `work` throws, as one line */
export async function findObstacle(
  what: string,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
