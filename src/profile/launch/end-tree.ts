import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../../contract/attempt.ts';
import { killCgroup, type CgroupPath } from '../cgroup/cgroup.ts';

/** When the test has ended. */
const settleMs = 200;
/** Between SIGTERM and SIGKILL. */
const graceMs = 500;
/** The same for setup and services: long enough for a database to put its files in order. */
export const heldGraceMs = 2000;
/** SIGKILL is repeated this long: a tree may start processes faster than one round ends them. */
const killMs = 10_000;
/** How long a profiler may take to write. */
const profileMs = 10_000;

export interface Tree {
  /** The remaining processes, without the launcher. */
  list(): number[];
  cgroup: CgroupPath | undefined;
  /** How long processes have to end by themselves. */
  readonly settleMs?: number | undefined;
}

/** Waits a little for what a test leaves behind. @returns the processes that are still there */
export async function settleTree(tree: Tree): Promise<number[]> {
  // The time depends on what the first look tells.
  return tree.list().length === 0 ? [] : waitUntilEmpty(tree, tree.settleMs ?? settleMs);
}

/**
 * Ends every process of the tree: asks, waits a little, kills.
 * @param waitMs between asking and killing
 * @returns what could not be ended
 */
export async function endTree(tree: Tree, waitMs = graceMs): Promise<number[]> {
  const asked = tree.list();
  if (asked.length === 0) return [];
  send(asked, 'SIGTERM');
  await waitUntilEmpty(tree, waitMs);
  return killUntilEmpty(tree);
}

async function killUntilEmpty(tree: Pick<Tree, 'list'>): Promise<number[]> {
  const until = performance.now() + killMs;
  let left = tree.list();
  while (left.length > 0 && performance.now() < until) {
    send(left, 'SIGKILL');
    await sleep(5);
    left = tree.list();
  }
  return left;
}

/**
 * Kills the test and waits for what profiles it, which has to write what it saw.
 * @param isOwn whether a process belongs to the profiler
 */
export async function endWork(tree: Tree, isOwn: (pid: number) => boolean = () => false) {
  const work = { ...tree, list: () => tree.list().filter((pid) => !isOwn(pid)) };
  await killUntilEmpty(work);
  await waitUntilEmpty(tree, profileMs);
}

/** Kills all at once, the launcher too. */
export function killAll(launcher: number | undefined, cgroup: CgroupPath | undefined): void {
  if (cgroup !== undefined) killCgroup(cgroup);
  if (launcher === undefined) return;
  send([-launcher, launcher], 'SIGKILL');
}

async function waitUntilEmpty(tree: Pick<Tree, 'list'>, limitMs: number): Promise<number[]> {
  const until = performance.now() + limitMs;
  let left = tree.list();
  while (left.length > 0 && performance.now() < until) {
    await sleep(5);
    left = tree.list();
  }
  return left;
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    // It has ended meanwhile.
    attempt(() => process.kill(pid, signal));
  }
}
