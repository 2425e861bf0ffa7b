import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';
import { GrowingLog, type LogLimit } from './growing-log.ts';

const kibibyte = 1024;

/** Documented in docs/runs.md. */
export const logLimits = {
  /** Limit for all logs of a run; beyond it each execution keeps as little as `leastBytes`. */
  runBytes: 256 * kibibyte ** 2,
  mostBytes: 1024 * kibibyte,
  leastBytes: 16 * kibibyte,
  /** Share of a cut log that comes from its beginning: the end says how it ended. */
  headShare: 1 / 4,
} as const;

/** How much the next log may keep: ever less, the fuller the run. */
export function limitLog(usedBytes: number): LogLimit {
  const { headShare, leastBytes, mostBytes, runBytes } = logLimits;
  const left = Math.floor((runBytes - usedBytes) / 64);
  const bytes = Math.min(mostBytes, Math.max(leastBytes, left));
  const headBytes = Math.floor(bytes * headShare);
  return { headBytes, tailBytes: bytes - headBytes };
}

/** The logs of a run. A cut is reported once for each test. */
export class RunLogs {
  readonly #root: string;
  readonly #runDirectory: string;
  readonly #cut = new Map<string, { logs: number; bytes: number }>();
  #usedBytes = 0;

  /** @param root of the repository, which the run's folder is in */
  constructor(root: string, runDirectory: string) {
    this.#root = root;
    this.#runDirectory = runDirectory;
  }

  /**
   * Hands a file to an execution, and gives it the name of its log when that has ended.
   * @param log relative to the run's folder
   */
  async keep<T>(test: string, log: string, print: (file: string) => Promise<T>): Promise<T> {
    // One name for all: a test sees what file it prints to, and the log's own name says the side.
    const file = join(this.#runDirectory, 'logs', 'current');
    return this.#keepAt(file, join(this.#runDirectory, log), print, (cutBytes) => {
      const sum = this.#cut.get(test) ?? { logs: 0, bytes: 0 };
      this.#cut.set(test, { logs: sum.logs + 1, bytes: sum.bytes + cutBytes });
    });
  }

  /** The same for setup, whose log people follow while it grows. @param log absolute */
  async keepSetup<T>(log: string, print: () => Promise<T>): Promise<T> {
    return this.#keepAt(log, log, print, () => undefined);
  }

  /** The same for a service, which runs while a test does. @param log absolute */
  async keepService<T>(log: string, print: () => Promise<T>): Promise<T> {
    return this.#keepAt(log, log, print, () => undefined);
  }

  get problems(): Problem[] {
    return [...this.#cut].map(([test, { logs, bytes }]) => ({
      code: 'log-cut',
      message: `${logs} of its logs kept head and tail only; ${bytes} bytes were cut out of their middle`,
      test,
    }));
  }

  async #keepAt<T>(
    file: string,
    log: string,
    print: (file: string) => Promise<T>,
    onCut: (bytes: number) => void,
  ): Promise<T> {
    this.#makeFolder(file);
    const growing = new GrowingLog(file, limitLog(this.#usedBytes));
    try {
      return await print(file);
    } finally {
      try {
        this.#makeFolder(log);
        const { bytes, cutBytes } = growing.finish(log);
        this.#usedBytes += bytes;
        if (cutBytes > 0) onCut(cutBytes);
      } finally {
        growing.close();
      }
    }
  }

  #makeFolder(file: string): void {
    refuseLinks(this.#root, dirname(file));
    mkdirSync(dirname(file), { recursive: true });
  }
}
