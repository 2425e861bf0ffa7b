import type { ExecutionRequest } from '../../contract/execution.ts';
import type { Launcher } from './launcher.ts';

export type Ending =
  | { kind: 'ended'; status: number }
  | { kind: 'gone'; message: string }
  | { kind: 'timed-out' }
  | { kind: 'interrupted' };

/** Waits until the test ends, its time is over or the run is stopped, whichever comes first. */
export async function waitForEnd(
  launcher: Launcher,
  { timeoutMs, signal }: Pick<ExecutionRequest, 'timeoutMs' | 'signal'>,
): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const timedOut = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timed-out' }), timeoutMs);
  });
  const interrupted = new Promise<Ending>((resolve) => {
    stop = () => resolve({ kind: 'interrupted' });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  const ended = launcher.next().then((event): Ending => {
    if (event.kind === 'ready') return { kind: 'gone', message: 'the launcher reported twice' };
    return event;
  });
  try {
    return await Promise.race([ended, timedOut, interrupted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
