export interface Taken<T> {
  item: T;
  /** To be called when it needs no worker any more. */
  release(): void;
}

export interface WorkSignals {
  /** Begin nothing more. */
  stop: AbortSignal;
  /** Leave what is in work. */
  abandon: AbortSignal;
}

export interface WorkEngineOptions<T> {
  /** At the same time. */
  workers: number;
  /** Taken and not done, with those that need no worker any more. */
  inWorkAtMost?: number;
  /** The next one, in turns; undefined when nothing may be taken now. */
  take(): Taken<T> | undefined;
  /**
   * Does it, and sees to what fails: it does not reject.
   * @param leaveWorker the rest of it needs no worker, so another one may begin
   */
  work(item: T, leaveWorker: () => void): Promise<void>;
  /** With something in work and nothing finished for longer, it stands still. */
  longestStillMs: number;
  /** Goes forward only. */
  clockMs(): number;
  signals: WorkSignals;
}

export interface WorkEngine {
  /** There may be something to take now. */
  wake(): void;
  /** For how long it has stood still; undefined while it gets on. */
  findStandstillMs(): number | undefined;
  /** After `stop`: nothing is in work any more. After `abandon`: at once. */
  readonly ended: Promise<void>;
}

/** Works on what it takes, some at a time, until it is stopped. */
export function createWorkEngine<T>(options: WorkEngineOptions<T>): WorkEngine {
  const { workers, inWorkAtMost = Infinity, take, work, longestStillMs, clockMs } = options;
  const { stop, abandon } = options.signals;
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  let busy = 0;
  let inWork = 0;
  let lastSignMs = clockMs();

  const begin = async ({ item, release }: Taken<T>): Promise<void> => {
    if (inWork === 0) lastSignMs = clockMs();
    busy += 1;
    inWork += 1;
    let hasWorker = true;
    const leaveWorker = (): void => {
      if (!hasWorker) return;
      hasWorker = false;
      busy -= 1;
      release();
      wake();
    };
    try {
      await work(item, leaveWorker);
    } finally {
      inWork -= 1;
      lastSignMs = clockMs();
      leaveWorker();
      wake();
    }
  };
  const wake = (): void => {
    if (stop.aborted) {
      if (inWork === 0) end(undefined);
      return;
    }
    while (busy < workers && inWork < inWorkAtMost) {
      const taken = take();
      if (taken === undefined) return;
      void begin(taken);
    }
  };
  stop.addEventListener('abort', wake, { once: true });
  abandon.addEventListener('abort', () => end(undefined), { once: true });
  return {
    wake,
    ended,
    findStandstillMs: () => {
      const stillMs = clockMs() - lastSignMs;
      return inWork > 0 && stillMs > longestStillMs ? stillMs : undefined;
    },
  };
}
