import { randomBytes } from 'node:crypto';
import { attempt } from '../../contract/attempt.ts';
import type { HoldProcesses, ProcessHold } from '../../contract/process-hold.ts';
import { endTree, heldGraceMs, settleTree } from '../launch/end-tree.ts';
import { RunningProcesses, runPs } from './running-processes.ts';

/**
 * Where nothing tells whether a group runs: it is there until the last that ended in it was waited for, which some init
 * processes do every two seconds.
 */
const untoldSettleMs = 2500;

/** A look starts a process, and a wait for an end looks every few milliseconds. */
const looksMs = 500;

/** Process groups, and processes with a mark in their environment, which have left the group of the one that got it. */
export class MarkedGroups {
  readonly #running = new RunningProcesses();
  readonly #mark: string;
  #lookedAtMs = -Infinity;
  #marked: number[] = [];

  /** @param mark a text that no other process has */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /** How long processes have to end by themselves, where that is longer than usual. */
  get settleMs(): number | undefined {
    return this.#running.isTold ? undefined : untoldSettleMs;
  }

  /** @returns the group as `process.kill` names it, or nothing where no process of it runs */
  listGroup(leader: number): number[] {
    return this.#running.hasGroup(leader) ? [-leader] : [];
  }

  /** macOS tells the environment of the user's own processes, but of none that come with the system. */
  listMarked(): number[] {
    if (performance.now() - this.#lookedAtMs >= looksMs) {
      this.#marked = listMarked(this.#mark);
      this.#lookedAtMs = performance.now();
    }
    return (this.#marked = this.#marked.filter((pid) => this.#running.has(pid)));
  }
}

function listMarked(mark: string): number[] {
  const options = process.platform === 'darwin' ? ['-A', '-E', '-ww'] : ['axeww'];
  return (runPs([...options, '-o', 'pid=,command=']) ?? '')
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
  const groups = new MarkedGroups(`PERIGEE_HELD=${mark}`);
  const list = (): number[] => {
    // Another process may get the number of an empty group.
    for (const leader of leaders) if (groups.listGroup(leader).length === 0) leaders.delete(leader);
    return [...[...leaders].map((leader) => -leader), ...groups.listMarked()];
  };
  const tree = {
    list,
    cgroup: undefined,
    get settleMs() {
      return groups.settleMs;
    },
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
