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

/**
 * Tells processes that run from those that have ended and that nothing waited for yet, to which a signal can be sent
 * just as well. Some init processes wait for orphans every two seconds.
 */
export class RunningProcesses {
  #lookedAtMs = -Infinity;
  #pids: ReadonlySet<number> | undefined = new Set();
  #groups: ReadonlySet<number> = new Set();

  /** Whether the last look told them apart. */
  get isTold(): boolean {
    return this.#pids !== undefined;
  }

  has(pid: number): boolean {
    if (!attempt(() => process.kill(pid, 0), false)) return false;
    return this.#tell(() => this.#pids?.has(pid) ?? true);
  }

  /** @param leader its pid, which names the group even when it has ended */
  hasGroup(leader: number): boolean {
    if (!attempt(() => process.kill(-leader, 0), false)) return false;
    return this.#tell(() => this.#pids === undefined || this.#groups.has(leader));
  }

  /** What was not there at the last look may have begun since. */
  #tell(isThere: () => boolean): boolean {
    if (performance.now() - this.#lookedAtMs < looksMs && isThere()) return true;
    this.#look();
    return isThere();
  }

  #look(): void {
    const text = runPs(['-A', '-o', 'pid=,pgid=,stat=']);
    const running = text?.split('\n').flatMap((line) => parseRunning(line) ?? []);
    this.#pids = running && new Set(running.map(({ pid }) => pid));
    this.#groups = new Set(running?.map(({ group }) => group));
    this.#lookedAtMs = performance.now();
  }
}

/** `4711 4700 Ss+` of a process that has not ended. */
function parseRunning(line: string): { pid: number; group: number } | undefined {
  const [, pid, group] = /^\s*(\d+)\s+(\d+)\s+[^Z\s]/.exec(line) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), group: Number(group) };
}
