import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostSettings } from '../../contract/documents.ts';
import { chooseCpus, listCores, readOwnCpus } from './choose-cpus.ts';
import { type HostChange, ownFolder, readSetting } from './host-changes.ts';
import { findStoppable } from './find-stoppable.ts';

/** One setting of `host` in perigee.yml, and what it takes on this machine. */
export interface Intervention {
  setting: HostSettings;
  name: string;
  /** What stands before the command of a test. */
  prefix?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Changes of the whole machine, undone afterwards. What they are depends on the moment. */
  listChanges?: () => HostChange[];
  /** Each checkout lies in memory. */
  checkoutsInMemory?: true;
  /** Before each execution. */
  fileCache?: 'warm' | 'cold';
  /** It changes the machine for every program that runs on it. */
  isWide?: true;
  /** What a reader must know before they use it. */
  warning?: string;
}

/** What a setting is here: why this host does not offer it, or an intervention. */
type Offer = string | Omit<Intervention, 'setting'>;

type Offers = { [K in keyof HostSettings]-?: (value: NonNullable<HostSettings[K]>) => Offer };

const isWide = true as const;
const memory = '/dev/shm';
const hidesFlushes =
  'it hides what flushing to the disk costs; disk.writes still counts the calls, and the number of flushes is not measured';

/** In the order in which they are set; what is started last stands next to the command. */
const offers: Offers = {
  smt: () =>
    writeFiles('one thread for each core', [cpuFile('smt/control')], 'off', [
      'notsupported',
      'notimplemented',
    ]),
  turbo: () =>
    existsSync(cpuFile('intel_pstate/no_turbo'))
      ? writeFiles('no turbo', [cpuFile('intel_pstate/no_turbo')], '1')
      : writeFiles('no turbo', [cpuFile('cpufreq/boost')], '0'),
  governor: () => writeFiles('highest frequency', listGovernors(), 'performance'),
  hugePages: (value) =>
    writeFiles(`huge pages: ${value}`, ['/sys/kernel/mm/transparent_hugepage/enabled'], value),
  swap: () =>
    (readSetting('/proc/swaps') ?? '').split('\n').length < 2
      ? 'this machine has no swap: memory stays in memory'
      : writeFiles('memory is not swapped out', ['/proc/sys/vm/swappiness'], '0'),
  clockSync: () =>
    stopPrograms('no clock synchronisation', ['chronyd', 'ntpd', 'ntpd.*', 'systemd-timesyn']),
  stop: (names) => stopPrograms('programs in the background stopped', names),
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
  fileCache: (value) =>
    value === 'cold' && !isWritable('/proc/sys/vm/drop_caches')
      ? 'only root may drop the file cache'
      : {
          name: `${value} file cache`,
          fileCache: value,
          ...(value === 'cold' && { isWide, warning: 'every file is read from the disk again' }),
        },
  threads: () => ({
    name: 'one thread in thread pools',
    environment: Object.fromEntries(threadPools.map((name) => [name, '1'])),
    warning: 'what computes or reads on several threads becomes slower',
  }),
  mallocArenas: () => ({ name: 'one arena for malloc', environment: { MALLOC_ARENA_MAX: '1' } }),
  display: () =>
    startWith('no display', [
      ...['env', '-u', 'DISPLAY', '-u', 'WAYLAND_DISPLAY'],
      ...['QT_QPA_PLATFORM=offscreen', 'MOZ_HEADLESS=1', 'SDL_VIDEODRIVER=dummy'],
    ]),
  priority: () => startWith('highest priority', ['nice', '-n', '-20']),
  scheduling: () => startWith('batch scheduling', ['chrt', '--batch', '0']),
  addresses: () => startWith('fixed addresses', ['setarch', '--addr-no-randomize']),
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

const threadPools = [
  ...['UV_THREADPOOL_SIZE', 'GOMAXPROCS', 'RAYON_NUM_THREADS', 'TOKIO_WORKER_THREADS'],
  ...['OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS'],
];

/** What `perigee variability --try` tries, one by one. Programs in the background it stops only if they are named. */
export const candidates: readonly HostSettings[] = [
  { cpus: 'one' },
  { cpus: 'leave-one' },
  { priority: 'highest' },
  { scheduling: 'batch' },
  { addresses: 'fixed' },
  { mallocArenas: 'one' },
  { threads: 'one' },
  { temporaryFiles: 'memory' },
  { checkouts: 'memory' },
  { fileCache: 'warm' },
  { fileCache: 'cold' },
  { swap: 'avoid' },
  { hugePages: 'never' },
  { hugePages: 'always' },
  { governor: 'performance' },
  { turbo: 'disabled' },
  { smt: 'disabled' },
  { clockSync: 'paused' },
];

/** What a setting takes on this machine, tried without changing it. In words why it is not here. */
export function probeSetting(setting: HostSettings): Intervention | string {
  const [key] = Object.keys(setting) as (keyof HostSettings)[];
  const offer = key && (offers[key] as (value: unknown) => Offer)(setting[key]);
  if (offer === undefined || typeof offer === 'string') return offer ?? 'nothing is set';
  return { setting, ...offer };
}

export interface HostPlan {
  used: readonly Intervention[];
  /** What this host does not offer, and why. */
  refused: readonly { key: string; why: string }[];
}

export function planHost(settings: HostSettings): HostPlan {
  const refused: { key: string; why: string }[] = [];
  const used = (Object.keys(offers) as (keyof HostSettings)[]).flatMap((key) => {
    if (settings[key] === undefined) return [];
    const found = probeSetting({ [key]: settings[key] });
    if (typeof found !== 'string') return [found];
    refused.push({ key, why: found });
    return [];
  });
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

/** @param useless values that say that the machine does not have it */
function writeFiles(
  name: string,
  files: readonly string[],
  value: string,
  useless: readonly string[] = [],
): Offer {
  const listChanges = (): HostChange[] =>
    files.flatMap((path) => {
      const before = readSetting(path);
      if (before === undefined || before === value) return [];
      return [{ kind: 'write', path, before, value }];
    });
  const values = files.map(readSetting);
  const isThere = values.some((one) => one !== undefined && !useless.includes(one));
  if (!isThere) return 'this machine does not have it';
  const changes = listChanges();
  if (changes.length === 0) return 'it is so already';
  const isMine = files.every(isWritable);
  return isMine ? { name, listChanges, isWide } : 'only root may set it';
}

function stopPrograms(name: string, names: readonly string[]): Offer {
  const { refused } = findStoppable(names);
  if (refused.length > 0) return `${refused.join(', ')}: only root may stop it`;
  const listChanges = (): HostChange[] =>
    findStoppable(names).found.map(({ pid, started, name: own }) => {
      return { kind: 'stop', pid, started, name: own };
    });
  return listChanges().length === 0 ? 'no such program runs' : { name, listChanges, isWide };
}

function cpuFile(path: string): string {
  return join('/sys/devices/system/cpu', path);
}

function listGovernors(): string[] {
  const folder = cpuFile('cpufreq');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^policy\d+$/.test(name))
    .map((name) => join(folder, name, 'scaling_governor'));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
