/**
 * Ctrl-C once: end the running test, keep and report what was measured. Ctrl-C again: leave at once.
 */
export function listenForStop(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write('\nstopping: what was measured is kept (Ctrl-C again to leave at once)\n');
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
