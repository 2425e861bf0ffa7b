import { stopSignals } from '../async/stop-signals.ts';
import type { EventEmitter } from 'node:events';

/** A terminal sends Ctrl-C to the whole group, and the parent of this process may pass it on once more. */
const sameKeyMs = 500;

export interface StopPorts {
  /** Emits the signals. */
  process: Pick<EventEmitter, 'on'>;
  /** Goes forward only. */
  clockMs(): number;
  /** Ends this process at once. */
  leave(): void;
}

/** The first signal asks for an end in order; another, later than what one key press sends, for one at once. */
export function listenForStop({ process, clockMs, leave }: StopPorts): AbortSignal {
  const controller = new AbortController();
  let askedAtMs = 0;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (controller.signal.aborted) {
        if (clockMs() - askedAtMs >= sameKeyMs) leave();
        return;
      }
      askedAtMs = clockMs();
      controller.abort(new Error(`stopped by ${signal}`));
    });
  }
  return controller.signal;
}
