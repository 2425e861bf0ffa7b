/** A terminal sends Ctrl-C to the whole group, and whoever started this process may hand it on once more. */
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
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
