/**
 * Counts the calls of a process and of all that it starts, for a Perigee that is not root and starts this program with
 * sudo: `count-as-root PID`. It says `ready`, answers each line of its input with the counts as JSON, and takes all of it
 * back when its input ends. `count-as-root --check` only says, by its exit code, whether that works here.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  createCgroup,
  findCgroupMount,
  removeCgroupSoon,
  type CgroupPath,
} from '../cgroup/cgroup.ts';
import { loadSystemCalls } from '../host/system-calls.ts';
import { CallCounters } from './call-counters.ts';

const [what = ''] = process.argv.slice(2);
const pid = what === '--check' ? process.pid : parseProcess(what);
const cgroup = createBelow(pid);
try {
  if (what !== '--check') writeFileSync(join(cgroup, 'cgroup.procs'), String(pid));
  const counters = CallCounters.attach(await loadSystemCalls(), cgroup, pid);
  if ('refusal' in counters) throw new Error(counters.refusal);
  if (what !== '--check') {
    console.log('ready');
    for await (const _ of createInterface({ input: process.stdin })) {
      console.log(JSON.stringify(counters.read()));
    }
  }
  counters.close();
} catch (error) {
  refuse((error as Error).message);
} finally {
  await removeCgroupSoon(cgroup);
}

/** Whoever may use sudo for this program alone counts no process of somebody else with it. */
function parseProcess(text: string): number {
  const owner = /^[1-9]\d{0,8}$/.test(text)
    ? statSync(`/proc/${text}`, { throwIfNoEntry: false })?.uid
    : undefined;
  const { SUDO_UID: user } = process.env;
  if (owner === undefined || (user !== undefined && owner !== Number(user))) {
    refuse(`"${text}" is no process of this user`);
  }
  return Number(text);
}

/** Below that which the process is in, so that whoever looks for its processes there finds them. */
function createBelow(of: number): CgroupPath {
  const mount = findCgroupMount();
  const own = /^0::(.*)$/m.exec(readFileSync(`/proc/${of}/cgroup`, 'utf8'))?.[1];
  if (mount === undefined || own === undefined) refuse('there is no cgroup v2');
  const path = createCgroup(join(mount, own), `perigee-calls-${process.pid}`);
  if (path === undefined) refuse(`no cgroup can be made in ${join(mount, own)}`);
  return path;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
