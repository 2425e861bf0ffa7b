/** Reads the text formats of /proc; described in the manual page proc(5). */

/** Ticks a second of utime and stime in /proc/PID/stat: USER_HZ, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
export const tickNs = 1e9 / ticksPerSecond;

export interface ProcessStat {
  /** As the kernel has it: the first 15 characters of the program, or what it calls itself. */
  name: string;
  /** R, S, D, Z and so on. */
  state: string;
  parent: number;
  session: number;
  /** Ticks since the start of the host. */
  startTicks: number;
  /** The process itself and its children that were waited for. */
  userNs: number;
  systemNs: number;
  /** User and system time of the process itself. */
  ownNs: number;
  minorFaults: number;
  majorFaults: number;
  /** Those of its children that were waited for; also in the sum above. */
  childrenMinorFaults: number;
}

/** @returns undefined when the text is not that of a stat file */
export function parseStat(text: string): ProcessStat | undefined {
  // The second field is the program's name in parentheses; it may hold spaces and parentheses itself.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ', 20);
  if (fields.length < 20) return undefined;
  // Field 3 of the manual page is fields[0].
  const number = (field: number) => Number(fields[field - 3]);
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    state: fields[0] ?? '',
    parent: number(4),
    session: number(6),
    startTicks: number(22),
    userNs: (number(14) + number(16)) * tickNs,
    systemNs: (number(15) + number(17)) * tickNs,
    ownNs: (number(14) + number(15)) * tickNs,
    minorFaults: number(10) + number(11),
    majorFaults: number(12) + number(13),
    childrenMinorFaults: number(11),
  };
}

export interface ProcessIo {
  readCalls: number;
  writeCalls: number;
  readBytes: number;
  /** Without what was removed again before it reached the disk; negative when older data was. */
  writeBytes: number;
}

const ioLines =
  /\nsyscr: (\d+)\nsyscw: (\d+)\nread_bytes: (\d+)\nwrite_bytes: (\d+)\ncancelled_write_bytes: (-?\d+)/;

export function parseIo(text: string): ProcessIo | undefined {
  const numbers = ioLines.exec(text)?.slice(1).map(Number) ?? [];
  const [readCalls, writeCalls, readBytes, written, cancelled] = numbers;
  if (readCalls === undefined || writeCalls === undefined || readBytes === undefined)
    return undefined;
  if (written === undefined || cancelled === undefined) return undefined;
  return { readCalls, writeCalls, readBytes, writeBytes: written - cancelled };
}

/** Lines of `key: number` or `key number`; what is behind the number (` kB`) is left out. */
export function parseKeyed(text: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of text.split('\n')) {
    const match = /^(\w+):?\s+(\d+)/.exec(line);
    if (match?.[1] !== undefined) values.set(match[1], Number(match[2]));
  }
  return values;
}

export interface ProcessStatus {
  residentBytes: number;
  /** The most since the process started or since the mark was set back. */
  peakBytes: number;
  /** Switches of one thread only: the one whose file it is. */
  voluntarySwitches: number;
  involuntarySwitches: number;
  /** It ignores SIGCHLD: the kernel then drops what its children used. */
  dropsChildren: boolean;
}

/** Bit of SIGCHLD in a mask of signals. */
const sigchld = 0x1_0000;

/** @returns undefined for a zombie, which has no memory any more */
export function parseStatus(text: string): ProcessStatus | undefined {
  const number = (key: string) => {
    const at = text.indexOf(`\n${key}:`);
    return at < 0 ? undefined : Number.parseInt(text.slice(at + key.length + 2), 10);
  };
  const [resident, peak] = [number('VmRSS'), number('VmHWM')];
  if (resident === undefined || peak === undefined) return undefined;
  return {
    residentBytes: resident * 1024,
    peakBytes: peak * 1024,
    voluntarySwitches: number('voluntary_ctxt_switches') ?? 0,
    involuntarySwitches: number('nonvoluntary_ctxt_switches') ?? 0,
    dropsChildren:
      (Number.parseInt(/\nSigIgn:\s*\w*(\w{8})\n/.exec(text)?.[1] ?? '0', 16) & sigchld) !== 0,
  };
}
