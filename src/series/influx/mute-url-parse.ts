/**
 * The client of InfluxDB reads its address by `url.parse`, of which Node 24 warns (DEP0169). No option of the
 * client avoids it, and it says nothing to whoever reads the service's output.
 * @returns what `act` returns; its other warnings are let through
 */
export function muteUrlParse<T>(act: () => T): T {
  const original = process.emitWarning;
  const muted = new Proxy(original, {
    apply: (target, self, args: unknown[]) => {
      if (args[2] === 'DEP0169') return;
      Reflect.apply(target, self, args);
    },
  });
  process.emitWarning = muted;
  try {
    return act();
  } finally {
    process.emitWarning = original;
  }
}
