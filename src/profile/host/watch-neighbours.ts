import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { ProgramUse } from '../../contract/documents.ts';
import type { Execute } from '../../contract/execution.ts';
import { parseStat } from '../../contract/proc-text.ts';

const mostNamed = 20;

interface Seen {
  name: string;
  parent: number;
  startTicks: number;
  ownNs: number;
}

/**
 * Executes tests and notes which other programs of the machine used CPU time meanwhile. It reads all processes before and
 * after, outside of what is measured. Perigee and what it has started do not count.
 */
export function watchNeighbours(execute: Execute): Execute {
  return async (request) => {
    const before = readProcesses();
    const ended = await execute(request);
    return { ...ended, neighbours: compareProcesses(before, readProcesses(), process.pid) };
  };
}

/** @param self its process, with all that descend from it, is left out */
export function compareProcesses(
  before: ReadonlyMap<number, Seen>,
  after: ReadonlyMap<number, Seen>,
  self: number,
): ProgramUse[] {
  const used = new Map<string, number>();
  for (const [pid, { name, ownNs, startTicks }] of after) {
    const earlier = before.get(pid);
    const since = earlier?.startTicks === startTicks ? earlier.ownNs : 0;
    if (ownNs <= since || descends(after, pid, self)) continue;
    used.set(name, (used.get(name) ?? 0) + ownNs - since);
  }
  return [...used]
    .map(([name, cpuNs]) => ({ name, cpuNs }))
    .sort((a, b) => b.cpuNs - a.cpuNs)
    .slice(0, mostNamed);
}

function descends(all: ReadonlyMap<number, Seen>, pid: number, from: number): boolean {
  const met = new Set<number>();
  for (let at = pid; !met.has(at); at = all.get(at)?.parent ?? 0) {
    if (at === from) return true;
    met.add(at);
  }
  return false;
}

function readProcesses(): Map<number, Seen> {
  const found = new Map<number, Seen>();
  for (const entry of listNames()) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(pid);
    if (stat !== undefined) found.set(pid, stat);
  }
  return found;
}

function listNames(): string[] {
  return attempt(() => readdirSync('/proc'), []);
}

/** Node from 24 on calls itself MainThread. */
function readProgram(pid: number): string {
  const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return basename(program).slice(0, 200);
}

/** A name may hold what no document may. */
function readStat(pid: number): Seen | undefined {
  return attempt(() => {
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    const name = stat?.name === 'MainThread' ? readProgram(pid) : stat?.name;
    return stat && { ...stat, name: name?.replaceAll(/\p{Cc}/gu, ' ').trim() || 'unnamed' };
  });
}
