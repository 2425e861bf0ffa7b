import { type ChildProcess, fork } from 'node:child_process';
import { stopSignals } from './stop-signals.ts';

/** Work that may kill or hold the process that does it, done by another one. */
export interface TaskProcesses {
  /**
   * @param dropped while the task still waits, it is not begun any more
   * @returns what the other process answers
   * @throws TaskKilled when it could not end; the reason of `dropped`; any other error is a defect
   */
  run(task: unknown, dropped?: AbortSignal): Promise<unknown>;
  close(): void;
}

export interface TaskProcessOptions {
  /** Entry of the program, which calls `serveTasks`. */
  entry: URL;
  /** Most memory for the heap of one process. */
  heapMb: number;
  /** Processes at the same time; each does one task at a time. They are started when they are needed. */
  atMost: number;
  /** For one task. Then its process is killed. */
  longestMs: number;
  /** Without a task for so long, a process ends, and gives back its memory. */
  idleMs: number;
}

/** The task could not be done by the process that had it, and killing it was all that helped. */
export class TaskKilled extends Error {
  override readonly name = 'TaskKilled';
  readonly because: 'memory' | 'time';

  constructor(because: 'memory' | 'time', message: string) {
    super(message);
    this.because = because;
  }
}

interface Waiting {
  task: unknown;
  /** How often a process died of it, or beside it. */
  deaths: number;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

interface Worker {
  process: ChildProcess;
  /** The work in progress. */
  current?: Waiting;
  timer?: NodeJS.Timeout;
  isReady: boolean;
  /** The beginning of what it wrote to its standard error. */
  said: string;
  killedAfterMs?: number;
}

/** A process may die of what another one did, say where the machine ran out of memory: it is tried again. */
const mostDeaths = 2;
const longestSaid = 4_000;
/** Each task leaves as much garbage as a small heap takes: without room to grow, each ended in a whole collection. */
const collector = ['--max-semi-space-size=8', '--heap-growing-percent=300'];

/**
 * Processes, not threads: where native code runs out of heap, as `JSON.parse` does, V8 ends the whole process,
 * whatever the limits of the thread (docs/decisions/0110-strangers-files-are-read-by-another-process.md).
 */
export function createTaskProcesses(options: TaskProcessOptions): TaskProcesses {
  const { entry, heapMb, atMost, longestMs, idleMs } = options;
  const waiting: Waiting[] = [];
  const workers = new Set<Worker>();
  let isClosed = false;

  const assign = (worker: Worker): void => {
    clearTimeout(worker.timer);
    const next = waiting.shift();
    if (next === undefined) {
      // A waiting process does not keep ours alive.
      hold(worker, false);
      worker.timer = setTimeout(() => stop(worker), idleMs).unref();
      return;
    }
    hold(worker, true);
    worker.current = next;
    worker.timer = setTimeout(() => {
      worker.killedAfterMs = longestMs;
      worker.process.kill('SIGKILL');
    }, longestMs);
    worker.process.send({ task: next.task }, () => undefined);
  };
  const stop = (worker: Worker): void => {
    workers.delete(worker);
    worker.process.kill('SIGKILL');
  };
  const start = (): void => {
    const child = fork(entry, {
      // Nothing of the settings, and no secret.
      env: {},
      execArgv: [`--max-old-space-size=${heapMb}`, ...collector],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = { process: child, isReady: false, said: '' };
    workers.add(worker);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (worker.said.length < longestSaid) worker.said += chunk.toString('utf8');
    });
    child.on('message', (message: { isReady?: true; answer?: unknown; defect?: string }) => {
      if (message.isReady === true) worker.isReady = true;
      const { current } = worker;
      if (current !== undefined) {
        delete worker.current;
        if (message.defect === undefined) current.resolve(message.answer);
        else current.reject(new Error(message.defect));
      }
      // An answer may come just after its time was up. Then the process is dying, and takes nothing more.
      if (worker.killedAfterMs === undefined) assign(worker);
    });
    child.on('error', () => child.kill('SIGKILL'));
    child.on('close', () => end(worker));
  };
  const end = (worker: Worker): void => {
    workers.delete(worker);
    clearTimeout(worker.timer);
    const { current } = worker;
    if (!worker.isReady) {
      const why = new Error(`a process that reads does not start: ${worker.said.slice(0, 1000)}`);
      for (const each of waiting.splice(0)) each.reject(why);
    }
    if (current !== undefined) settle(worker, current);
    fill();
  };
  const settle = (worker: Worker, current: Waiting): void => {
    if (worker.killedAfterMs !== undefined) {
      current.reject(new TaskKilled('time', `it takes more than ${longestMs / 1000} s`));
      return;
    }
    current.deaths += 1;
    if (isClosed) current.reject(new Error('this process ends'));
    else if (/heap out of memory/.test(worker.said) || current.deaths >= mostDeaths) {
      current.reject(new TaskKilled('memory', `it takes more than ${heapMb} MiB of memory`));
    } else waiting.unshift(current);
  };
  const fill = (): void => {
    if (isClosed) return;
    for (const worker of workers) {
      const isFree = worker.isReady && worker.current === undefined;
      if (waiting.length > 0 && isFree && worker.killedAfterMs === undefined) assign(worker);
    }
    const starting = [...workers].filter(({ isReady }) => !isReady).length;
    for (let i = starting; i < waiting.length && workers.size < atMost; i++) start();
  };

  return {
    run: (task, dropped) => {
      if (isClosed) return Promise.reject(new Error('this process ends'));
      return new Promise((resolve, reject) => {
        dropped?.throwIfAborted();
        const one: Waiting = { task, deaths: 0, resolve, reject };
        waiting.push(one);
        dropped?.addEventListener('abort', () => {
          const place = waiting.indexOf(one);
          if (place !== -1) waiting.splice(place, 1);
          reject(dropped.reason as Error);
        });
        fill();
      });
    },
    close: () => {
      isClosed = true;
      for (const each of waiting.splice(0)) each.reject(new Error('this process ends'));
      for (const worker of workers) worker.process.kill('SIGKILL');
    },
  };
}

function hold({ process: child }: Worker, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** The other side: what the program of a process is. */
export function serveTasks(work: (task: unknown) => Promise<unknown>): void {
  // Ctrl-C reaches the whole group of the service, but only the service ends this process.
  for (const signal of stopSignals) process.on(signal, () => undefined);
  process.on('message', ({ task }: { task: unknown }) => {
    work(task).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => {
        process.send?.({ defect: error instanceof Error ? (error.stack ?? '') : String(error) });
      },
    );
  });
  process.send?.({ isReady: true });
}
