import { spawnSync } from 'node:child_process';
import { attempt } from '../../contract/attempt.ts';

/** A look starts a process, and a wait for an end asks every few milliseconds. */
const looksMs = 50;
const psMs = 5000;
const mostText = 2 ** 26;

/** @returns undefined where `ps` is not there, or does not work: on Linux it needs /proc */
export function runPs(args: readonly string[]): string | undefined {
  const { error, status, stdout } = spawnSync('ps', args, {
    ...{ encoding: 'utf8', timeout: psMs, maxBuffer: mostText },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return error === undefined && status === 0 ? stdout : undefined;
}

interface Listed {
  pid: number;
  group: number;
  hasEnded: boolean;
}

/**
 * Tells processes that run from those that have ended and that nothing waited for yet, to which a signal can be sent
 * just as well. Some init processes wait for orphans every two seconds.
 */
export class RunningProcesses {
  #lookedAtMs = -Infinity;
  #listed: readonly Listed[] | undefined = [];

  /** Whether the last look told them apart. */
  get isTold(): boolean {
    return this.#listed !== undefined;
  }

  has(pid: number): boolean {
    return canSignal(pid) && this.#isThere((one) => one.pid === pid);
  }

  /** @param leader its pid, which names the group even when it has ended */
  hasGroup(leader: number): boolean {
    return canSignal(-leader) && this.#isThere((one) => one.group === leader);
  }

  /** What was not there at the last look may have begun since. */
  #isThere(isMeant: (one: Listed) => boolean): boolean {
    const isRunning = (one: Listed): boolean => isMeant(one) && !one.hasEnded;
    const isFresh = performance.now() - this.#lookedAtMs < looksMs;
    if (isFresh && this.#listed?.some(isRunning) === true) return true;
    // `ps` reads one process after another: one that starts the next and ends is never seen.
    const ended = this.#listEnded(isMeant);
    return ended === undefined || ended !== this.#listEnded(isMeant);
  }

  /** @returns the pids of those that are meant, or undefined where one of them may run */
  #listEnded(isMeant: (one: Listed) => boolean): string | undefined {
    this.#look();
    const meant = this.#listed?.filter(isMeant) ?? [];
    if (meant.length === 0 || meant.some(({ hasEnded }) => !hasEnded)) return undefined;
    return meant.map(({ pid }) => pid).join(' ');
  }

  #look(): void {
    const text = runPs(['-A', '-o', 'pid=,pgid=,stat=']);
    this.#listed = text?.split('\n').flatMap((line) => parseListed(line) ?? []);
    this.#lookedAtMs = performance.now();
  }
}

function canSignal(target: number): boolean {
  return attempt(() => process.kill(target, 0), false);
}

/** `4711 4700 Ss+`; of one that has ended with `Z`, but for `Zl` on Linux, whose other threads run. */
function parseListed(line: string): Listed | undefined {
  const [, pid, group, stat = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? [];
  if (pid === undefined) return undefined;
  const hasEnded = stat.startsWith('Z') && !stat.includes('l');
  return { pid: Number(pid), group: Number(group), hasEnded };
}
