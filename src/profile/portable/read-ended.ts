import { WNOHANG, type Libc } from './wait-for-usage.ts';

/** What macOS says of a process that has ended, while its parent has not waited for it. */
export interface Ended {
  /** As a shell tells it: above 128, a signal. */
  status: number;
  /** What it executed, in the kernel too. Absent where that is not all of it, or the machine does not count. */
  instructions: number | undefined;
}

/**
 * Follows a child from now on: what it executed before is left out. Its parent alone may call it, and Node not at all.
 * @returns waits for it once it has ended: undefined while it runs, `gone` where it is no child
 */
export type FollowChild = (pid: number) => () => Ended | 'gone' | undefined;

const P_PID = 1;
const WEXITED = 4;
/** Of macOS, where alone there is `proc_pid_rusage`. */
const WNOWAIT = 0x20;
const RUSAGE_INFO_V4 = 4;

/** @throws where the library lacks one of the functions, as on every system but macOS */
export function createFollowChild(libc: Libc, wnowait = WNOWAIT): FollowChild {
  const waitid = libc.func('int waitid(int, uint, void *, int)');
  const readUsage = createReadUsage(libc);
  const listChildren = libc.func('int proc_listchildpids(int, void *, int)');
  const wait4 = libc.func('int wait4(int, void *, int, void *)');
  const [information, status, children] = [Buffer.alloc(128), Buffer.alloc(8), Buffer.alloc(64)];
  return (pid) => {
    const atFirst = readUsage(pid);
    // `exec` keeps what the launcher has executed.
    const before = atFirst && readRetired(atFirst);
    let hadChildren = false;
    return () => {
      information.fill(0);
      if (waitid(P_PID, pid, information, WEXITED | WNOHANG | wnowait) !== 0) return 'gone';
      // Nothing to report is a success with signal number 0.
      if (information.readInt32LE(0) === 0) {
        // A child that it never waits for leaves nothing in its usage.
        hadChildren ||= listChildren(pid, children, children.length) !== 0;
        return undefined;
      }
      const usage = readUsage(pid);
      const all = usage && parseInstructions(usage);
      if (wait4(pid, status, WNOHANG, null) !== pid) return 'gone';
      const isWhole = all !== undefined && before !== undefined && all > before && !hadChildren;
      return {
        status: parseStatus(status.readInt32LE(0)),
        instructions: isWhole ? all - before : undefined,
      };
    };
  };
}

/** Processors count instructions, and some virtual machines do not pass that on. */
export function countsInstructions(libc: Libc, pid: number): boolean {
  const usage = createReadUsage(libc)(pid);
  return usage !== undefined && readRetired(usage) > 0;
}

function createReadUsage(libc: Libc): (pid: number) => Buffer | undefined {
  const read = libc.func('int proc_pid_rusage(int, int, void *)');
  const usage = Buffer.alloc(rusageInfoBytes);
  return (pid) => (read(pid, RUSAGE_INFO_V4, usage) === 0 ? usage : undefined);
}

/** The layout of status in wait(2). */
function parseStatus(status: number): number {
  const signal = status & 0x7f;
  return signal === 0 ? (status >> 8) & 0xff : 128 + signal;
}

export const rusageInfoBytes = 296;
/** Of struct rusage_info_v4 in sys/resource.h: a UUID of 16 bytes, then numbers of 64 bits. */
const ofChildren = { userTime: 96, systemTime: 104, elapsedTime: 136 };
const retired = 248;

/**
 * A process's own instructions, without those of its children.
 * @returns undefined where it waited for one, which would be missing, and where the machine counts none
 */
export function parseInstructions(usage: Buffer): number | undefined {
  const hadChildren = Object.values(ofChildren).some((at) => usage.readBigUInt64LE(at) > 0n);
  const instructions = readRetired(usage);
  return hadChildren || instructions === 0 ? undefined : instructions;
}

function readRetired(usage: Buffer): number {
  return Number(usage.readBigUInt64LE(retired));
}
