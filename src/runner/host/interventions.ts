import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { HostSettings } from '../../contract/documents.ts';
import { matchesName } from '../../contract/name-pattern.ts';
import { chooseCpus, listCores, readOwnCpus } from './choose-cpus.ts';
import { type HostChange, ownFolder } from './host-changes.ts';
import { listAncestors, listProcesses, type SeenProcess } from './list-processes.ts';

/** One setting of `host` in perigee.yml, and what it takes on this machine. */
export interface Intervention {
  setting: HostSettings;
  name: string;
  /** The words before the command of a test. */
  prefix?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Changes of the whole machine, undone afterwards. What they are depends on the moment. */
  listChanges?: () => HostChange[];
  /** Each checkout lies in memory. */
  checkoutsInMemory?: true;
  /** It changes the machine for every program that runs on it. */
  isWide?: true;
  /** A warning before they use it. */
  warning?: string;
}

/** A setting on this host: why it is not offered, or an intervention. */
type Offer = string | Omit<Intervention, 'setting'>;

type Offers = Required<{
  [K in 'stop' | 'checkouts' | 'temporaryFiles' | 'priority' | 'cpus']: (
    value: NonNullable<HostSettings[K]>,
  ) => Offer;
}>;

const memory = '/dev/shm';
const hidesFlushes =
  'it hides what flushing to the disk costs; disk.writes still counts the calls, and the number of flushes is not measured';

/** In the order in which they are set; what is started last stands next to the command. */
const offers: Offers = {
  stop: (names) => {
    const { found, refused } = findStoppable(names);
    if (refused.length > 0) return `${refused.join(', ')}: only root may stop it`;
    if (found.length === 0) return 'no such program runs';
    const listChanges = (): HostChange[] =>
      findStoppable(names).found.map(({ pid, started, name }) => {
        return { kind: 'stop', pid, started, name };
      });
    return { name: 'programs in the background stopped', listChanges, isWide: true };
  },
  checkouts: () =>
    process.getuid?.() === 0
      ? { name: 'checkouts in memory', checkoutsInMemory: true, warning: hidesFlushes }
      : 'only root may mount a file system in memory',
  temporaryFiles: () => {
    if (!isWritable(memory)) return `${memory} is not there, or cannot be written to`;
    const path = join(memory, `${ownFolder}${randomBytes(6).toString('hex')}`);
    return {
      name: 'temporary files in memory',
      environment: { TMPDIR: path },
      listChanges: () => [{ kind: 'folder', path }],
      warning: hidesFlushes,
    };
  },
  priority: () => startWith('highest priority', ['nice', '-n', '-20']),
  cpus: (value) => {
    const chosen = chooseCpus(value, listCores(), readOwnCpus());
    if ('why' in chosen) return chosen.why;
    const name = value === 'one' ? 'one CPU' : 'a core left to the system';
    return startWith(
      name,
      ['taskset', '--cpu-list', chosen.list],
      'a test that computes on several CPUs becomes slower',
    );
  },
};

/**
 * The settings that `perigee variability --try` tries, one by one. It stops programs in the background only if they are
 * named.
 */
export const candidates: readonly HostSettings[] = [
  { cpus: 'one' },
  { cpus: 'leave-one' },
  { priority: 'highest' },
  { temporaryFiles: 'memory' },
  { checkouts: 'memory' },
];

/** The intervention of a setting on this machine, tried without changing it; in words why it is not available. */
export function probeSetting(setting: HostSettings): Intervention | string {
  for (const key of Object.keys(offers) as (keyof Offers)[]) {
    if (setting[key] === undefined) continue;
    const offer = (offers[key] as (value: unknown) => Offer)(setting[key]);
    return typeof offer === 'string' ? offer : { setting, ...offer };
  }
  return 'nothing is set';
}

export interface HostPlan {
  used: readonly Intervention[];
  /** Settings that this host does not offer, and why. */
  refused: readonly { key: string; why: string }[];
}

export function planHost(settings: HostSettings): HostPlan {
  const refused: { key: string; why: string }[] = [];
  const used = (Object.keys(offers) as (keyof Offers)[]).flatMap((key) => {
    if (settings[key] === undefined) return [];
    const found = probeSetting({ [key]: settings[key] });
    if (typeof found !== 'string') return [found];
    refused.push({ key, why: found });
    return [];
  });
  const gone = Object.keys(settings).filter((key) => !(key in offers));
  if (gone.length > 0) {
    refused.push({ key: gone.join(', host.'), why: 'Perigee has it no more; remove it' });
  }
  return { used, refused };
}

function startWith(name: string, prefix: readonly string[], warning?: string): Offer {
  const [program = '', ...args] = prefix;
  const path = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
  if (path === undefined) return `${program} is not installed`;
  const { status, stderr } = spawnSync(path, [...args, 'true'], { encoding: 'utf8' });
  // nice starts the program all the same, and says that it could not.
  const said = stderr.trim().split('\n')[0] ?? '';
  if (status !== 0 || said !== '') return said || `${program} ended with ${status}`;
  return { name, prefix: [path, ...args], ...(warning !== undefined && { warning }) };
}

function isWritable(path: string): boolean {
  return attempt(() => {
    accessSync(path, constants.W_OK);
    return true;
  }, false);
}

/** /proc shows so many characters of a name. */
const shown = 15;

/**
 * The programs of these names that run and may be stopped: none that Perigee was started by, none that is stopped.
 * @param names of programs, or as ps shows them; `*` matches any text
 * @returns those that belong to another user by name
 */
function findStoppable(names: readonly string[]): {
  found: SeenProcess[];
  refused: string[];
} {
  const spared = listAncestors(process.pid);
  const matching = listProcesses().filter(
    ({ name, pid, state }) =>
      !spared.has(pid) && pid > 1 && state !== 'T' && isMeant(names, [name, readProgram(pid)]),
  );
  const found = matching.filter(({ pid }) => maySignal(pid));
  const refused = matching.filter((one) => !found.includes(one)).map(({ name }) => name);
  return { found, refused: [...new Set(refused)] };
}

function isMeant(patterns: readonly string[], names: readonly string[]): boolean {
  return patterns.some((pattern) => names.some((name) => isNamed(pattern, name)));
}

/** A program may call itself something else: Node from 24 on is `MainThread`. */
function readProgram(pid: number): string {
  return attempt(() => {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program);
  }, '');
}

function isNamed(pattern: string, name: string): boolean {
  const isCut = name.length === shown && !pattern.includes('*');
  return matchesName(isCut ? pattern.slice(0, shown) : pattern, name);
}

function maySignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
