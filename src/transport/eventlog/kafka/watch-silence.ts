/** A consumer that lives and hears nothing: kafkajs tells no error then. */
export class SilentConsumer extends Error {
  override readonly name = 'SilentConsumer';
}

export interface SilenceWatch {
  /** To be called at each sign of life. */
  heard(): void;
  stop(): void;
}

/** Calls back once, when there was no sign of life for so long. */
export function watchSilence(
  longestSilenceMs: number,
  onSilence: (error: SilentConsumer) => void,
): SilenceWatch {
  let heardAtMs = performance.now();
  const timer = setInterval(() => {
    const silentMs = performance.now() - heardAtMs;
    if (silentMs < longestSilenceMs) return;
    clearInterval(timer);
    const seconds = (silentMs / 1000).toFixed(1);
    onSilence(new SilentConsumer(`the consumer gave no sign of life for ${seconds} s`));
  }, longestSilenceMs / 8);
  return {
    heard: () => {
      heardAtMs = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
