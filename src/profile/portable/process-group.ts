import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { attempt } from '../../contract/attempt.ts';
import type { HoldProcesses, ProcessHold } from '../../contract/process-hold.ts';
import { endTree, heldGraceMs, settleTree } from '../launch/end-tree.ts';

/** A group is there until the last that ended in it was waited for, which some init processes do every two seconds. */
export const groupSettleMs = 2500;

/**
 * @param leader its pid, which names the group even when it has ended
 * @returns the group as `process.kill` names it, or nothing where no process of it is left
 */
export function listGroup(leader: number): number[] {
  return attempt(() => process.kill(-leader, 0), false) ? [-leader] : [];
}

/** A look starts a process, and a wait for an end looks every few milliseconds. */
const looksMs = 500;
const psMs = 5000;
const mostText = 2 ** 26;

/**
 * Processes with a mark in their environment, which have left the group of the one that got it. macOS tells the
 * environment of the user's own processes, but of none that come with the system.
 * @param mark a text that no other process has
 */
export function createListMarked(mark: string): () => number[] {
  let lookedAtMs = -Infinity;
  let marked: number[] = [];
  return () => {
    if (performance.now() - lookedAtMs >= looksMs) {
      marked = listMarked(mark);
      lookedAtMs = performance.now();
    }
    return (marked = marked.filter((pid) => attempt(() => process.kill(pid, 0), false)));
  };
}

function listMarked(mark: string): number[] {
  const options = process.platform === 'darwin' ? ['-A', '-E', '-ww'] : ['axeww'];
  const { error, stdout } = spawnSync('ps', [...options, '-o', 'pid=,command='], {
    ...{ encoding: 'utf8', timeout: psMs, maxBuffer: mostText },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error !== undefined) return [];
  return stdout
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** Holds what some commands start by their process groups, and by their environment. */
export function createHoldGroups(): HoldProcesses {
  // One for all holds: setup of both sides sees the same environment.
  const mark = randomBytes(6).toString('hex');
  return () => holdGroups(mark);
}

function holdGroups(mark: string): ProcessHold {
  const leaders = new Set<number>();
  const listMarked = createListMarked(`PERIGEE_HELD=${mark}`);
  const list = (): number[] => {
    // Another process may get the number of an empty group.
    for (const leader of leaders) if (listGroup(leader).length === 0) leaders.delete(leader);
    return [...[...leaders].map((leader) => -leader), ...listMarked()];
  };
  const tree = {
    list,
    cgroup: undefined,
    settleMs: groupSettleMs,
  };
  const killOnExit = (): void => {
    for (const group of tree.list()) attempt(() => process.kill(group, 'SIGKILL'));
  };
  process.once('exit', killOnExit);
  return {
    wrap: (command) => command,
    environment: { PERIGEE_HELD: mark },
    noteChild: (pid) => {
      list();
      if (pid !== undefined) leaders.add(pid);
    },
    settle: async () => void (await settleTree(tree)),
    async end() {
      const running = tree.list();
      const left = new Set(await endTree(tree, heldGraceMs));
      process.off('exit', killOnExit);
      const pick = (isStuck: boolean) =>
        running.filter((group) => left.has(group) === isStuck).map(nameGroup);
      return { ended: pick(false), stuck: pick(true) };
    },
  };
}

/** Without /proc only its number is known. */
function nameGroup(number: number): string {
  return number < 0 ? `process group ${-number}` : `process ${number}`;
}
