import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';
import type { HoldProcesses, Leftovers, ProcessHold } from '../../contract/process-hold.ts';
import { parseKeyed, parseStat, type ProcessStat } from '../../contract/proc-text.ts';
import { type CgroupPath, createCgroup, listCgroupProcesses } from '../cgroup/cgroup.ts';
import { removeCgroupSoon } from '../cgroup/cgroup.ts';
import type { SystemCalls } from '../host/system-calls.ts';
import { listChildren, listDescendants, listMarked } from '../proc/list-descendants.ts';
import { WatchedProcess } from '../proc/watched-process.ts';
import { endTree, heldGraceMs, killAll, settleTree } from './end-tree.ts';

/** Parameters: the cgroup, and what to go on with. */
const joinCgroup = '{ echo $$ > "$1/cgroup.procs"; } 2>/dev/null; shift; exec "$@"';

interface Means {
  /** Absent where this process does not adopt orphans. */
  calls: Pick<SystemCalls, 'reap'> | undefined;
  runCgroup: CgroupPath | undefined;
}

/** A cgroup holds processes where there is one; orphans come to this process; else their environment tells. */
export function createHoldProcesses(means: Means): HoldProcesses {
  // One for all holds: setup of both sides sees the same environment.
  const mark = randomBytes(6).toString('hex');
  return () => holdProcesses(means, mark);
}

function holdProcesses({ calls, runCgroup }: Means, mark: string): ProcessHold {
  const cgroup = runCgroup && createCgroup(runCgroup, `held-${randomBytes(6).toString('hex')}`);
  const before = new Set(listChildren(process.pid));
  const listAdopted = () => listChildren(process.pid).filter((pid) => isForeign(pid, before));
  const isKnownByMark = calls === undefined && cgroup === undefined;
  const list = (): number[] => {
    const roots = [
      ...(cgroup === undefined ? [] : listCgroupProcesses(cgroup)),
      ...(calls === undefined ? [] : listAdopted()),
      ...(isKnownByMark ? listMarked(mark) : []),
    ];
    return listDescendants(roots).filter((pid) => isRunning(readStat(pid)));
  };
  const tree = { list, cgroup };
  const children = new Set<number | undefined>();
  // Node waits for its own children: if another call takes the exit of one, Node never hears of it.
  const reap = (): void => {
    for (const pid of listAdopted()) {
      if (!children.has(pid) && !isRunning(readStat(pid))) calls?.reap(pid);
    }
  };
  const killOnExit = (): void => {
    killAll(undefined, cgroup);
    for (const pid of list()) killAll(pid, undefined);
  };
  process.once('exit', killOnExit);
  return {
    wrap: (command) =>
      cgroup === undefined ? command : ['/bin/sh', '-c', joinCgroup, 'perigee', cgroup, ...command],
    environment: isKnownByMark ? { PERIGEE_HELD: mark } : {},
    cgroup,
    noteChild: (pid) => void children.add(pid),
    settle: async () => void (await settleTree(tree)),
    async end(): Promise<Leftovers> {
      const names = nameProcesses(list());
      const left = new Set(await endTree(tree, heldGraceMs));
      process.off('exit', killOnExit);
      if (calls !== undefined) reap();
      if (cgroup !== undefined) await removeCgroupSoon(cgroup);
      const pick = (isStuck: boolean) =>
        [...names].flatMap(([pid, name]) => (left.has(pid) === isStuck ? name : []));
      return { ended: [...new Set(pick(false))], stuck: [...new Set(pick(true))] };
    },
  };
}

/** Neither there before nor in the session of this process, which what is held never is. */
function isForeign(pid: number, before: ReadonlySet<number>): boolean {
  const session = readStat(pid)?.session;
  return !before.has(pid) && session !== undefined && session !== readStat(process.pid)?.session;
}

function isRunning(stat: ProcessStat | undefined): boolean {
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}

function readStat(pid: number): ProcessStat | undefined {
  return attempt(() => parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1')));
}

/** The program of each process, by its pid; without tracers, which are there for others and may end after them. */
function nameProcesses(pids: readonly number[]): Map<number, string> {
  const tracers = new Set(pids.map(readTracer));
  const names = new Map<number, string>();
  for (const pid of pids) {
    const isTracer = tracers.has(pid) || writesOurTrace(pid);
    const process = isTracer ? undefined : WatchedProcess.open(pid);
    if (process === undefined) continue;
    names.set(pid, process.program);
    process.close();
  }
  return names;
}

function readTracer(pid: number): number | undefined {
  // It has ended meanwhile.
  return attempt(() => parseKeyed(readFileSync(`/proc/${pid}/status`, 'latin1')).get('TracerPid'));
}

/** `followTrace` starts strace with a pipe in such a folder. */
function writesOurTrace(pid: number): boolean {
  return attempt(
    () => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/perigee-trace-'),
    false,
  );
}
