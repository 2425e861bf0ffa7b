import { setTimeout as pause } from 'node:timers/promises';

const usualFirstMs = 200;
const longestPauseMs = 30_000;

/** Pauses between tries of the same thing: each twice as long as the one before, up to 30 s. */
export interface Pauses {
  next(): number;
  reset(): void;
}

export function createPauses(firstPauseMs = usualFirstMs): Pauses {
  let nextMs = firstPauseMs;
  return {
    next: () => {
      const pauseMs = nextMs;
      nextMs = Math.min(nextMs * 2, longestPauseMs);
      return pauseMs;
    },
    reset: () => {
      nextMs = firstPauseMs;
    },
  };
}

/** Resolves after the pause, or at once when the signal aborts. */
export async function pauseUnlessAborted(pauseMs: number, signal: AbortSignal): Promise<void> {
  await pause(pauseMs, undefined, { signal }).catch(() => undefined);
}
