/** The pause after a fault of the work. */
const afterFaultMs = 10_000;

export interface Repetition {
  /** Stops repeating. Resolves when the work in progress is done; only then close what it uses. */
  close(): Promise<void>;
}

/**
 * Does something again and again, never twice at the same time, the first time at once.
 * @param work resolves to how many milliseconds to wait until the next time
 */
export function repeat(work: () => Promise<number>, onFault: (error: unknown) => void): Repetition {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    let pauseMs = afterFaultMs;
    try {
      pauseMs = await work();
    } catch (error) {
      onFault(error);
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      working = round();
    }, pauseMs);
  };
  let working = round();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      return working;
    },
  };
}

const hourMs = 3_600_000;
const afterStartMs = 60_000;

/** The same with upkeep, soon after the start and then every hour, whether or not it failed. */
export function repeatHourly(
  work: () => Promise<void>,
  onFault: (error: unknown) => void,
): Repetition {
  let isStart = true;
  return repeat(async () => {
    if (isStart) {
      isStart = false;
      return afterStartMs;
    }
    await work().catch(onFault);
    return hourMs;
  }, onFault);
}
