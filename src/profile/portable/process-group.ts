import { attempt } from '../../contract/attempt.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
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

/** Holds what some commands start by their process groups: a process that makes a group of its own runs on. */
export function holdGroups(): ProcessHold {
  const leaders = new Set<number>();
  const list = (): number[] => {
    // Another process may get the number of an empty group.
    for (const leader of leaders) if (listGroup(leader).length === 0) leaders.delete(leader);
    return [...leaders].map((leader) => -leader);
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
    environment: {},
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
function nameGroup(group: number): string {
  return `process group ${-group}`;
}
