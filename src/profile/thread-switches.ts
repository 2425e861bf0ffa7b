import { readFileSync } from 'node:fs';
import { parseKeyed } from '../contract/proc-text.ts';
import { listThreads } from './proc/list-descendants.ts';
import type { WatchedProcess } from './proc/watched-process.ts';
import type { Switches } from './spans/parse-message.ts';

/** Above this many processes beside the one that marks the span, their threads are not read: absent. */
const mostProcesses = 32;

/**
 * Context switches of the processes that do not report their own. The kernel keeps them by thread and
 * forgets them with the thread, so the last number of each thread is kept.
 */
export class ThreadSwitches {
  readonly #list: () => WatchedProcess[];
  readonly #last = new Map<string, Switches>();

  /** @param list the processes that count, now */
  constructor(list: () => WatchedProcess[]) {
    this.#list = list;
  }

  /**
   * @param reporter the process that reports its own switches
   * @returns the sum over all threads seen so far, a lower bound; undefined when there are too many
   */
  read(reporter: number): Switches | undefined {
    const others = this.#list().filter(({ pid }) => pid !== reporter);
    if (others.length > mostProcesses) return undefined;
    for (const { pid } of others) {
      for (const thread of listThreads(pid)) this.#readThread(pid, thread);
    }
    const sum = { voluntary: 0, involuntary: 0 };
    for (const [key, switches] of this.#last) {
      if (key.startsWith(`${reporter}/`)) continue;
      sum.voluntary += switches.voluntary;
      sum.involuntary += switches.involuntary;
    }
    return sum;
  }

  #readThread(pid: number, thread: string): void {
    try {
      const values = parseKeyed(readFileSync(`/proc/${pid}/task/${thread}/status`, 'latin1'));
      const voluntary = values.get('voluntary_ctxt_switches');
      const involuntary = values.get('nonvoluntary_ctxt_switches');
      if (voluntary === undefined || involuntary === undefined) return;
      this.#last.set(`${pid}/${thread}`, { voluntary, involuntary });
    } catch {
      // The thread has ended: its last number stays.
    }
  }
}
