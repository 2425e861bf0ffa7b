import { stopSignals } from '../async/stop-signals.ts';

/** A terminal sends Ctrl-C to the whole group, and the parent of this process may pass it on once more. */
const sameKeyMs = 200;

/**
 * Ctrl-C once: end the running test, keep and report what was measured. Ctrl-C again: leave at once.
 * @param words what becomes of what there is
 */
export function listenForStop(words = 'what was measured is kept'): {
  signal: AbortSignal;
  end(): void;
} {
  const controller = new AbortController();
  let stoppedAtMs = 0;
  const stop = (): void => {
    if (controller.signal.aborted) {
      if (performance.now() - stoppedAtMs >= sameKeyMs) process.exit(130);
      return;
    }
    stoppedAtMs = performance.now();
    process.stderr.write(`\nstopping: ${words} (Ctrl-C again to leave at once)\n`);
    controller.abort();
  };
  // A terminal that is gone takes no words any more, and what was measured is kept all the same.
  const isGone = (): void => undefined;
  const hangUp = (): void => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', isGone);
  };
  if (stopSignals.includes('SIGHUP')) process.on('SIGHUP', hangUp);
  for (const signal of stopSignals) process.on(signal, stop);
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGHUP', hangUp);
      for (const signal of stopSignals) process.off(signal, stop);
    },
  };
}
