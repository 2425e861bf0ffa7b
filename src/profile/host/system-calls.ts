/**
 * The system calls that Node lacks, through koffi, an optional dependency. Nothing else in Perigee
 * loads it, and everything works without it with less to measure.
 */
export interface ResourceUsage {
  voluntarySwitches: number;
  involuntarySwitches: number;
}

/** inotify(7): what is opened below a folder. */
export interface FileWatching {
  /** @returns a descriptor; negative when it failed */
  openWatch(): number;
  /** @returns the number of the watch in what is read; negative when it failed */
  addWatch(descriptor: number, folder: string, mask: number): number;
  /** Does not wait. @returns the bytes that it filled; negative when there is nothing */
  readWatch(descriptor: number, buffer: Buffer): number;
  closeWatch(descriptor: number): void;
}

export interface SystemCalls extends FileWatching {
  /** Orphans below this process become its children instead of init's. @returns whether it worked */
  setSubreaper(on: boolean): boolean;
  /** Waits for one child that has ended, without blocking. @returns undefined when it has not ended */
  reap(pid: number): ResourceUsage | undefined;
  /** The same, but leaves the child for Node to wait for. */
  peekEnded(pid: number): ResourceUsage | undefined;
  /** bpf(2). @returns a descriptor or 0; the error as a negative number when it failed */
  bpf(command: number, attributes: Buffer): number;
  /** The address of a buffer, for a pointer inside another one. The caller keeps the buffer alive. */
  addressOf(buffer: Buffer): bigint;
}

const numbers: Record<string, { bpf: number; waitid: number }> = {
  x64: { bpf: 321, waitid: 247 },
  arm64: { bpf: 280, waitid: 95 },
};
const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
const WEXITED = 4;
const WNOWAIT = 0x0100_0000;
const P_PID = 1;
const IN_NONBLOCK = 0x800;
const IN_CLOEXEC = 0x8_0000;

/** @returns undefined on another system or architecture, or when koffi is not there */
export async function loadSystemCalls(): Promise<SystemCalls | undefined> {
  const number = numbers[process.arch];
  if (process.platform !== 'linux' || number === undefined) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const libc = koffi.load(null);
    const prctl = libc.func('int prctl(int, ulong, ulong, ulong, ulong)') as Call;
    const wait4 = libc.func('int wait4(int, void *, int, void *)') as Call;
    const bpf = libc.func('long syscall(long, long, void *, long)') as Call;
    const waitid = libc.func('long syscall(long, long, long, void *, long, void *)') as Call;
    const inotifyInit = libc.func('int inotify_init1(int)') as Call;
    const inotifyAdd = libc.func('int inotify_add_watch(int, str, uint32)') as Call;
    const read = libc.func('long read(int, void *, ulong)') as Call;
    const close = libc.func('int close(int)') as Call;
    const usage = Buffer.alloc(256);
    const information = Buffer.alloc(128);
    return {
      setSubreaper: (on) => prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0, 0, 0, 0) === 0,
      reap: (pid) =>
        wait4(pid, information, WNOHANG, usage) === pid ? parseUsage(usage) : undefined,
      peekEnded(pid) {
        information.fill(0);
        const options = WEXITED | WNOWAIT | WNOHANG;
        const result = waitid(number.waitid, P_PID, pid, information, options, usage);
        // Nothing to report is a success with signal number 0.
        return result === 0 && information.readInt32LE(0) !== 0 ? parseUsage(usage) : undefined;
      },
      bpf: (command, attributes) => {
        const result = bpf(number.bpf, command, attributes, attributes.length);
        return result < 0 ? -koffi.errno() : result;
      },
      addressOf: (buffer) => koffi.address(buffer),
      openWatch: () => inotifyInit(IN_NONBLOCK | IN_CLOEXEC),
      addWatch: (descriptor, folder, mask) => inotifyAdd(descriptor, folder, mask),
      readWatch: (descriptor, buffer) => read(descriptor, buffer, buffer.length),
      closeWatch: (descriptor) => void close(descriptor),
    };
  } catch {
    return undefined;
  }
}

type Call = (...values: unknown[]) => number;

/**
 * struct rusage of a 64-bit Linux, see getrusage(2). Its maximum memory is left out: a process inherits
 * it from the one that started it, so it would be that of Perigee itself.
 */
function parseUsage(usage: Buffer): ResourceUsage {
  return {
    voluntarySwitches: Number(usage.readBigInt64LE(128)),
    involuntarySwitches: Number(usage.readBigInt64LE(136)),
  };
}
