/**
 * Node 24 prints a warning for a timer with a negative delay. kafkajs 2.2.4 sets one after every
 * answer: it takes the time since 1970 from -1 to learn how long to hold back, which means at once.
 * The warning means nothing to readers of a job's log, and no option of kafkajs avoids it.
 * @returns lets the warnings through again
 */
export function muteNegativeTimeouts(): () => void {
  const original = process.emitWarning;
  const muted = new Proxy(original, {
    apply: (target, self, args: unknown[]) => {
      if (args[1] === 'TimeoutNegativeWarning') return;
      Reflect.apply(target, self, args);
    },
  });
  process.emitWarning = muted;
  return () => {
    if (process.emitWarning === muted) process.emitWarning = original;
  };
}
