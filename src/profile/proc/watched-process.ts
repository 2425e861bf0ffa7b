import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { KeptFile } from './kept-file.ts';
import {
  type ProcessIo,
  type ProcessStat,
  type ProcessStatus,
  parseIo,
  parseStat,
  parseStatus,
} from '../../contract/proc-text.ts';

/** One process, its files kept open. A descriptor in /proc never shows another process with the same pid. */
export class WatchedProcess {
  readonly pid: number;
  /** As read last. */
  stat: ProcessStat;
  /** As read last; undefined when this host does not let us read it. */
  io: ProcessIo | undefined;
  /** Its program, as `nameProgram` calls it. */
  program: string;
  /** Whether `refresh` has succeeded once. */
  wasRead = false;
  /** As `readStatus` found it last. */
  dropsChildren = false;
  /** Minor faults of its children at the last claim of its set; 0 before the first. */
  childrenFaultsClaimed = 0;
  readonly #stat: KeptFile;
  readonly #io: KeptFile;
  readonly #statusFile: KeptFile;
  readonly #statm: KeptFile;
  #status: ProcessStatus | undefined;
  #faultsAtStatus = -1;
  #isRefreshed = false;
  #peakResets = true;
  #clearRefs: number | undefined;

  private constructor(pid: number, stat: ProcessStat, statFile: KeptFile) {
    this.pid = pid;
    this.stat = stat;
    this.program = nameProgram(pid, stat.name);
    this.#stat = statFile;
    this.#io = new KeptFile(`/proc/${pid}/io`);
    this.#statusFile = new KeptFile(`/proc/${pid}/status`);
    this.#statm = new KeptFile(`/proc/${pid}/statm`);
  }

  /** @returns undefined when there is no such process (any more) */
  static open(pid: number): WatchedProcess | undefined {
    const file = new KeptFile(`/proc/${pid}/stat`);
    const text = file.read();
    const stat = text === undefined ? undefined : parseStat(text);
    if (stat !== undefined) return new WatchedProcess(pid, stat, file);
    file.close();
    return undefined;
  }

  /** Reads its counters into `stat` and `io`. @returns false when it has ended and was waited for */
  refresh(): boolean {
    const text = this.#stat.read();
    const stat = text === undefined ? undefined : parseStat(text);
    if (stat === undefined) return false;
    if (stat.name !== this.stat.name) this.program = nameProgram(this.pid, stat.name);
    this.stat = stat;
    const io = this.#io.read();
    // Waited for between the two reads: its counters have moved to its parent.
    if (io === undefined && this.#stat.read() === undefined) return false;
    this.io = io === undefined ? undefined : parseIo(io);
    this.wasRead = true;
    this.#isRefreshed = true;
    return true;
  }

  /** Its memory grows by page faults alone: where `refresh` saw none, the size of now is all that is read. */
  readStatus(): ProcessStatus | undefined {
    const faults = this.stat.minorFaults + this.stat.majorFaults;
    const isKnown = this.#isRefreshed && faults === this.#faultsAtStatus;
    this.#isRefreshed = false;
    this.#faultsAtStatus = faults;
    this.#status = (isKnown ? this.#readSize() : undefined) ?? this.#readWhole();
    return this.#status;
  }

  #readSize(): ProcessStatus | undefined {
    const pages = this.#statm.read()?.split(' ', 2)[1];
    if (this.#status === undefined || pages === undefined) return undefined;
    const residentBytes = Number(pages) * pageBytes();
    if (!(residentBytes > 0)) return undefined;
    return {
      ...this.#status,
      residentBytes,
      peakBytes: Math.max(this.#status.peakBytes, residentBytes),
    };
  }

  #readWhole(): ProcessStatus | undefined {
    const text = this.#statusFile.read();
    const status = text === undefined ? undefined : parseStatus(text);
    if (status !== undefined) this.dropsChildren = status.dropsChildren;
    if (status !== undefined && !this.#peakResets) status.peakBytes = status.residentBytes;
    return status;
  }

  /** From now on the peak in `readStatus` is the peak since now. Where that is refused, it is the present level. */
  resetPeak(): void {
    if (!this.#peakResets) return;
    try {
      this.#clearRefs ??= openSync(`/proc/${this.pid}/clear_refs`, 'w');
      writeSync(this.#clearRefs, '5');
      if (this.#status !== undefined) this.#status.peakBytes = this.#status.residentBytes;
    } catch {
      this.#peakResets = false;
    }
  }

  /** Whether this host lets the peak be set back; known after `resetPeak`. */
  get resetsPeak(): boolean {
    return this.#peakResets;
  }

  close(): void {
    for (const file of [this.#stat, this.#io, this.#statusFile, this.#statm]) file.close();
    if (this.#clearRefs !== undefined) closeSync(this.#clearRefs);
  }
}

/** Programs that run others: what they run is their first argument that is no option. */
const interpreters = /^(node|MainThread|node-MainThread|python[\d.]*|ruby|perl|php)$/;

/** A program may call itself anything; what the contract allows as a name is one short line. */
const longestName = 64;

/** @param name as the kernel has it @returns what a process runs, e.g. `compile`, `tsc`, `npm` */
function nameProgram(pid: number, name: string): string {
  // npm calls itself "npm run bench".
  const word = clean(name).split(' ', 1)[0] ?? '';
  if (!interpreters.test(word)) return word === '' ? 'unnamed' : word;
  const [program = word, ...args] = readCommandLine(pid);
  const script = args.find((arg) => !arg.startsWith('-'));
  const found = clean(basename(script ?? program)).slice(0, longestName);
  return found === '' ? word : found;
}

function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 50);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function clean(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '').trim();
}

let page: number | undefined;

/** As the kernel counts in statm; NaN where it does not tell. */
function pageBytes(): number {
  const kilo = /^KernelPageSize:\s+(\d+) kB$/m;
  return (page ??= 1024 * Number(kilo.exec(readFileSync('/proc/self/smaps', 'latin1'))?.[1]));
}
