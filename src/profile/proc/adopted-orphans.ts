import { readFileSync } from 'node:fs';
import type { ResourceUsage, SystemCalls } from '../host/system-calls.ts';
import { KeptFile } from './kept-file.ts';
import { parseStat } from '../../contract/proc-text.ts';
import type { ProcessSet } from './process-set.ts';

/** Rounds of `reap` that an unknown ended child stays before it is ours: Node fetches its own at once. */
const roundsUntilOurs = 3;

/**
 * The processes of a test that lost their parent and came to this one, its subreaper. They are told from
 * the children of this process itself by their session, their environment or their cgroup.
 */
export class AdoptedOrphans {
  /** Usage of all orphans that were waited for. */
  readonly usage = { voluntarySwitches: 0, involuntarySwitches: 0 };
  /** How many were waited for. */
  reaped = 0;
  readonly #calls: SystemCalls;
  readonly #launcher: number;
  readonly #marks: string[];
  readonly #children = new KeptFile(`/proc/${process.pid}/task/${process.pid}/children`);
  readonly #strangers = new Map<number, number>();
  /** Processes from before the test: those of Node, and services that run beside it. */
  readonly #foreign: ReadonlySet<number>;

  /**
   * To be made before the test starts.
   * @param launcher the process that the test descends from: a child of this process, and a session leader
   * @param marks texts of which one is in the environment or the cgroup of every process of the test
   */
  constructor(calls: SystemCalls, launcher: number, marks: string[]) {
    this.#calls = calls;
    this.#launcher = launcher;
    this.#marks = marks;
    this.#foreign = new Set(this.#listChildren());
  }

  /** Adopted processes that were not listed before. */
  find(known: (pid: number) => boolean): number[] {
    return this.#listChildren().filter(
      (pid) => !this.#foreign.has(pid) && !known(pid) && this.#isOurs(pid),
    );
  }

  /** Waits for those that have ended; the set keeps their counters. */
  reap(set: ProcessSet): void {
    for (const [pid, rounds] of this.#strangers) this.#strangers.set(pid, rounds + 1);
    for (const member of set.list()) {
      if (member.stat.parent !== process.pid || member.pid === this.#launcher) continue;
      member.refresh();
      if (member.stat.state !== 'Z') continue;
      const usage = this.#calls.reap(member.pid);
      if (usage === undefined) continue;
      this.#count(usage);
      set.depart(member);
    }
  }

  close(): void {
    this.#children.close();
  }

  #listChildren(): number[] {
    const text = this.#children.read() ?? '';
    return text
      .split(' ')
      .filter((pid) => pid !== '')
      .map(Number);
  }

  #count(usage: ResourceUsage): void {
    this.reaped += 1;
    this.usage.voluntarySwitches += usage.voluntarySwitches;
    this.usage.involuntarySwitches += usage.involuntarySwitches;
  }

  #isOurs(pid: number): boolean {
    const rounds = this.#strangers.get(pid);
    // Looked at before: only that it stays as a zombie says something new.
    if (rounds !== undefined && rounds < roundsUntilOurs) return false;
    const stat = parseStat(readOnce(`/proc/${pid}/stat`));
    if (stat === undefined) return false;
    if (rounds !== undefined) return stat.state === 'Z';
    if (stat.session === this.#launcher) return true;
    const environment = readOnce(`/proc/${pid}/environ`);
    const text = environment + readOnce(`/proc/${pid}/cgroup`);
    if (this.#marks.some((mark) => text.includes(mark))) return true;
    // What begins another program at this moment has no environment, and is looked at again.
    if (environment !== '' || stat.state === 'Z') this.#strangers.set(pid, 0);
    return false;
  }
}

function readOnce(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
