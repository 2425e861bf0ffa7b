import { closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import type {
  Observation,
  ObservationMeans,
  ObservedPlace,
  Observer,
  Touch,
  WrapCommand,
} from '../../contract/observation.ts';
import { loadSystemCalls, type FileWatching } from '../host/system-calls.ts';
import { findStrace, followTrace } from './follow-trace.ts';
import type { Trace } from './parse-trace.ts';
import { OpenWatch } from './watch-opens.ts';

/**
 * Observes with all that this host has: strace sees what the process tree asks for and opens, inotify what
 * any process opens.
 * @param allowed for a comparison of the means
 * @returns undefined where the host has none of them
 */
export async function createObserver(
  allowed: readonly ObservationMeans[] = ['strace', 'inotify'],
): Promise<Observer | undefined> {
  const calls = allowed.includes('inotify') ? await loadSystemCalls() : undefined;
  const strace = allowed.includes('strace') ? findStrace() : undefined;
  const means: ObservationMeans[] = [];
  if (strace !== undefined) means.push('strace');
  if (calls !== undefined) means.push('inotify');
  if (means.length === 0) return undefined;
  return { means, observe: (place, run) => observe({ strace, calls }, place, run) };
}

interface Means {
  strace: string | undefined;
  calls: FileWatching | undefined;
}

async function observe<T>(
  { strace, calls }: Means,
  { folder, directory }: ObservedPlace,
  run: (wrap: WrapCommand) => Promise<T>,
): Promise<{ ended: T; observation: Observation }> {
  const watch = calls && OpenWatch.open(calls, folder);
  try {
    if (strace === undefined) {
      const ended = await run((command) => command);
      watch?.conclude();
      return { ended, observation: describeOpens(watch) };
    }
    const { ended, trace } = await followTrace(strace, directory, run);
    watch?.conclude();
    return { ended, observation: describeTrace(trace, watch, folder) };
  } finally {
    watch?.conclude();
  }
}

function describeOpens(watch: OpenWatch | undefined): Observation {
  const touched = new Map(
    [...(watch?.opened ?? [])].map((path): [string, Touch] => [path, 'read']),
  );
  const doubts = watch === undefined ? ['its folder could not be watched'] : [...watch.doubts];
  return { means: ['inotify'], touched, made: new Set(), seesQuestions: false, doubts };
}

/**
 * What was opened without strace seeing it was opened by a process outside the tree, whose questions are not
 * seen.
 */
function describeTrace(trace: Trace, watch: OpenWatch | undefined, folder: string): Observation {
  const { touched, executed, made, renamed } = trace;
  const doubts = [...trace.doubts];
  if ([...renamed].some(isFolder)) doubts.push('it gives folders other names');
  addRealPaths(touched, folder);
  for (const path of executed) {
    for (const started of listStarted(path, folder)) touched.set(started, 'read');
  }
  if (watch === undefined) {
    return { means: ['strace'], touched, made, seesQuestions: true, doubts };
  }
  const unseen = [...watch.opened].filter((path) => touched.get(path) !== 'read');
  for (const path of unseen) touched.set(path, 'read');
  return {
    means: ['strace', 'inotify'],
    touched,
    made,
    seesQuestions: unseen.length === 0,
    doubts: [...doubts, ...watch.doubts],
  };
}

/** A link from elsewhere may lead into the folder: then what lies there was meant. */
function addRealPaths(touched: Map<string, Touch>, folder: string): void {
  const real = new Map<string, string | undefined>();
  for (const [path, touch] of [...touched]) {
    if (path.startsWith(`${folder}/`)) continue;
    const parent = dirname(path);
    if (!real.has(parent)) real.set(parent, findReal(parent));
    const place = real.get(parent);
    if (place === folder || place?.startsWith(folder + sep) === true) {
      touched.set(`${place}/${basename(path)}`, touch);
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function findReal(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/**
 * What the system opens where a path in the folder is executed, and no call names: where its links lead, and
 * the program that its first line names.
 */
function listStarted(path: string, folder: string): string[] {
  let file: string;
  let descriptor: number;
  try {
    file = realpathSync(path);
    if (!path.startsWith('/') || !file.startsWith(folder + sep)) return [];
    if (!statSync(file).isFile()) return [file];
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return [];
  }
  try {
    const head = Buffer.alloc(4096);
    const length = readSync(descriptor, head, 0, head.length, 0);
    const first = head.toString('utf8', 0, length).split('\n', 1)[0] ?? '';
    const program = /^#!\s*(\S+)/.exec(first)?.[1];
    if (program === undefined) return [file];
    // One that is not absolute is looked for where the process stands, which may be here or there.
    const places = program.startsWith('/') ? [''] : [`${folder}/`, `${dirname(file)}/`];
    return [file, ...places.map((place) => place + program)];
  } finally {
    closeSync(descriptor);
  }
}
