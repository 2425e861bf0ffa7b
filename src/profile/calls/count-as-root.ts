/**
 * Counts the calls of a process and of all that it starts, for a Perigee that is not root and starts this program with
 * sudo: `count-as-root PID`. It says `ready`, answers each line of its input with the counts as JSON, and detaches when
 * its input ends. `count-as-root --check` tries that on itself, and tells by its exit code whether it works here.
 */
import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  createCgroup,
  findCgroupMount,
  findCgroupOf,
  removeCgroupSoon,
  type CgroupPath,
} from '../cgroup/cgroup.ts';
import { loadSystemCalls } from '../host/system-calls.ts';
import { CallCounters } from './call-counters.ts';

try {
  await count(process.argv[2] ?? '');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function count(what: string): Promise<void> {
  const isCheck = what === '--check';
  const pid = isCheck ? process.pid : parseProcess(what);
  const cgroup = createBelow(pid);
  try {
    enter(cgroup, pid);
    const counters = CallCounters.attach(await loadSystemCalls(), cgroup, pid);
    if ('refusal' in counters) throw new Error(counters.refusal);
    if (!isCheck) {
      console.log('ready');
      for await (const _ of createInterface({ input: process.stdin })) {
        console.log(JSON.stringify(counters.read()));
      }
    }
    counters.close();
  } finally {
    if (isCheck) enter(dirname(cgroup), pid);
    await removeCgroupSoon(cgroup);
  }
}

function enter(cgroup: CgroupPath, pid: number): void {
  writeFileSync(join(cgroup, 'cgroup.procs'), String(pid));
}

/** A user whose sudo allows only this program can count only their own processes. */
function parseProcess(text: string): number {
  const owner = /^[1-9]\d{0,8}$/.test(text)
    ? statSync(`/proc/${text}`, { throwIfNoEntry: false })?.uid
    : undefined;
  const { SUDO_UID: user } = process.env;
  if (owner === undefined || (user !== undefined && owner !== Number(user))) {
    throw new Error(`"${text}" is no process of this user`);
  }
  return Number(text);
}

/** Makes a child of the cgroup of the process: a search of that one still finds the process. */
function createBelow(pid: number): CgroupPath {
  const mount = findCgroupMount();
  const own = findCgroupOf(pid);
  if (mount === undefined || own === undefined) throw new Error('there is no cgroup v2');
  const path = createCgroup(join(mount, own), `perigee-calls-${process.pid}`);
  if (path === undefined) throw new Error(`no cgroup can be made in ${join(mount, own)}`);
  return path;
}
