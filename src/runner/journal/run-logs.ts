import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';

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
   * @param wholeBytes of what `print` reads itself, before the log is cut
   */
  async keep<T>(test: string, log: string, print: Print<T>, wholeBytes = 0): Promise<T> {
    // One name for all: a test sees what file it prints to, and the log's own name says the side.
    const file = join(this.#runDirectory, 'logs', 'current');
    const place = { file, log: join(this.#runDirectory, log), wholeBytes };
    return this.#keepAt(place, print, (cutBytes) => {
      if (wholeBytes > 0) return;
      const sum = this.#cut.get(test) ?? { logs: 0, bytes: 0 };
      this.#cut.set(test, { logs: sum.logs + 1, bytes: sum.bytes + cutBytes });
    });
  }

  /** The same for setup, whose log people follow while it grows. @param log absolute */
  async keepSetup<T>(log: string, print: () => Promise<T>): Promise<T> {
    return this.#keepAt({ file: log, log, wholeBytes: 0 }, print, () => undefined);
  }

  /** The same for a service, which runs while a test does. @param log absolute */
  async keepService<T>(log: string, print: () => Promise<T>): Promise<T> {
    return this.#keepAt({ file: log, log, wholeBytes: 0 }, print, () => undefined);
  }

  get problems(): Problem[] {
    return [...this.#cut].map(([test, { logs, bytes }]) => ({
      code: 'log-cut',
      message: `${logs} of its logs kept head and tail only; ${bytes} bytes were cut out of their middle`,
      test,
    }));
  }

  async #keepAt<T>(
    { file, log, wholeBytes }: { file: string; log: string; wholeBytes: number },
    print: Print<T>,
    onCut: (bytes: number) => void,
  ): Promise<T> {
    this.#makeFolder(file);
    const growing = new GrowingLog(file, limitLog(this.#usedBytes), wholeBytes);
    try {
      return await print(file, () => growing.isCut);
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

/** @param isCut whether something of the file is gone by now */
type Print<T> = (file: string, isCut: () => boolean) => Promise<T>;

interface LogLimit {
  headBytes: number;
  tailBytes: number;
}

/** How often a log that grows is looked at. */
const watchMs = 50;
/** Between two cuts a log may grow by this much, so that a cut is rare. */
const roomBytes = 4 * 1024 * 1024;
/** A writer may be faster than one reading. */
const mostReadings = 3;

/**
 * The file that a test writes to, directly: no pipe that could fill up and hold the test, and nothing that
 * copies while it is measured. What lies between head and tail is cut off while the file grows.
 */
class GrowingLog {
  readonly #file: string;
  readonly #limit: LogLimit;
  readonly #descriptor: number;
  readonly #timer: NodeJS.Timeout;
  readonly #cutFromBytes: number;
  /** The end before the file was cut. */
  #tail = Buffer.alloc(0);
  /** The bytes taken out of the file so far, the tail included. */
  #takenBytes = 0;

  /** @param file absolute; what is there is replaced */
  constructor(file: string, limit: LogLimit, wholeBytes: number) {
    this.#file = file;
    this.#limit = limit;
    this.#cutFromBytes = Math.max(limit.headBytes + limit.tailBytes + roomBytes, wholeBytes);
    const { O_APPEND, O_CREAT, O_EXCL, O_RDWR } = constants;
    rmSync(file, { recursive: true, force: true });
    this.#descriptor = openSync(file, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o666);
    this.#timer = setInterval(() => this.#cut(), watchMs).unref();
  }

  /**
   * Gives the log its name once no process writes to it.
   * @returns how many bytes it holds, and how many were cut out of its middle
   */
  finish(as: string): { bytes: number; cutBytes: number } {
    const { size } = fstatSync(this.#descriptor);
    const { headBytes, tailBytes } = this.#limit;
    const written = this.#takenBytes + size;
    if (written <= headBytes + tailBytes && this.#isAtItsPlace()) {
      renameSync(this.#file, as);
      return { bytes: size, cutBytes: 0 };
    }
    const head = this.#read(0, Math.min(size, headBytes));
    const tail = this.#readTail(size);
    const cutBytes = written - head.length - tail.length;
    const notice = cutBytes > 0 ? `\n[perigee: ${cutBytes} bytes were cut here]\n` : '';
    const text = Buffer.concat([head, Buffer.from(notice), tail]);
    rmSync(`${as}.part`, { recursive: true, force: true });
    writeFileSync(`${as}.part`, text, { flag: 'wx' });
    for (const file of [this.#file, as]) rmSync(file, { recursive: true, force: true });
    renameSync(`${as}.part`, as);
    return { bytes: text.length, cutBytes };
  }

  get isCut(): boolean {
    return this.#takenBytes > 0;
  }

  close(): void {
    clearInterval(this.#timer);
    closeSync(this.#descriptor);
  }

  /** A test may have put something else there, such as a link. */
  #isAtItsPlace(): boolean {
    const there = lstatSync(this.#file, { throwIfNoEntry: false });
    const own = fstatSync(this.#descriptor);
    return there?.ino === own.ino && there.dev === own.dev && own.nlink === 1;
  }

  #cut(): void {
    const { headBytes } = this.#limit;
    let { size } = fstatSync(this.#descriptor);
    if (size <= this.#cutFromBytes) return;
    let tail = this.#tail;
    for (let reading = 0; reading < mostReadings; reading += 1) {
      tail = this.#readTail(size);
      const grown = fstatSync(this.#descriptor).size;
      if (grown === size) break;
      size = grown;
    }
    ftruncateSync(this.#descriptor, headBytes);
    this.#takenBytes += size - headBytes;
    this.#tail = tail;
  }

  /** The end of all that was written, when the file has so many bytes. */
  #readTail(size: number): Buffer<ArrayBuffer> {
    const { headBytes, tailBytes } = this.#limit;
    const from = Math.max(Math.min(size, headBytes), size - tailBytes);
    const rest = this.#read(from, size - from);
    const kept = Buffer.concat([this.#tail, rest]);
    return kept.subarray(Math.max(0, kept.length - tailBytes));
  }

  /** Shorter than asked where the file ends before. */
  #read(position: number, bytes: number): Buffer<ArrayBuffer> {
    const buffer = Buffer.alloc(bytes);
    let filled = 0;
    while (filled < bytes) {
      const count = readSync(this.#descriptor, buffer, filled, bytes - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }
}
