/**
 * wait4(2) through koffi: what a process and the children that it waited for have used. It is on every POSIX system, and
 * needs neither /proc nor rights.
 */
export interface Usage {
  userNs: number;
  systemNs: number;
  minorFaults: number;
  majorFaults: number;
  voluntarySwitches: number;
  involuntarySwitches: number;
  /** The peak of the largest of these processes. */
  peakBytes: number;
}

/** @returns undefined where the child has not ended within a tenth of a second, or was waited for already */
export type WaitForUsage = (pid: number) => Usage | undefined;

export const WNOHANG = 1;
const pauseMs = 0.5;
const rounds = 200;

/** @returns undefined where koffi is not there, or the system is none of POSIX */
export async function loadWaitForUsage(): Promise<WaitForUsage | undefined> {
  const libc = await loadLibc();
  if (libc === undefined) return undefined;
  const wait4 = libc.func('int wait4(int, void *, int, void *)');
  const [status, usage] = [Buffer.alloc(8), Buffer.alloc(256)];
  const pause = new Int32Array(new SharedArrayBuffer(4));
  return (pid) => {
    // While this waits, Node cannot wait for the child itself, and throw its usage away.
    for (let round = 0; round < rounds; round += 1) {
      const ended = wait4(pid, status, WNOHANG, usage);
      if (ended === pid) return parseUsage(usage, process.platform);
      if (ended < 0) return undefined;
      Atomics.wait(pause, 0, 0, pauseMs);
    }
    return undefined;
  };
}

/** The library that every program of the system has. */
export interface Libc {
  /** @throws where it lacks the function */
  func(declaration: string): (...values: unknown[]) => number;
}

/** @returns undefined where koffi is not there, or the system is none of POSIX */
export async function loadLibc(): Promise<Libc | undefined> {
  if (process.platform === 'win32') return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const libc = koffi.load(process.platform === 'darwin' ? '/usr/lib/libSystem.B.dylib' : null);
    return { func: (declaration) => libc.func(declaration) as (...values: unknown[]) => number };
  } catch {
    return undefined;
  }
}

/**
 * struct rusage of a 64-bit system, see getrusage(2). Microseconds are 32 bits of 64 on macOS and 64 on Linux, which is
 * the same in the order of these processors. The peak is in bytes on macOS and in KiB elsewhere.
 */
export function parseUsage(usage: Buffer, platform: NodeJS.Platform): Usage {
  const number = (offset: number): number => Number(usage.readBigInt64LE(offset));
  const time = (offset: number): number =>
    number(offset) * 1e9 + usage.readInt32LE(offset + 8) * 1000;
  return {
    userNs: time(0),
    systemNs: time(16),
    peakBytes: number(32) * (platform === 'darwin' ? 1 : 1024),
    minorFaults: number(64),
    majorFaults: number(72),
    voluntarySwitches: number(128),
    involuntarySwitches: number(136),
  };
}
