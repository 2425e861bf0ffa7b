import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type {
  Depth,
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
import { listStarted } from './list-started.ts';
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
  return { means, observe: (place, run, depth) => observe({ strace, calls }, place, run, depth) };
}

interface Means {
  strace: string | undefined;
  calls: FileWatching | undefined;
}

async function observe<T>(
  { strace, calls }: Means,
  place: ObservedPlace,
  run: (wrap: WrapCommand) => Promise<T>,
  depth: Depth = 'all',
): Promise<{ ended: T; observation: Observation }> {
  const { folder, seenAt = [folder] } = place;
  // strace alone shows what is opened by the test itself.
  const isWatched = depth === 'all' || strace === undefined;
  const watch = isWatched ? calls && OpenWatch.open(calls, folder) : undefined;
  try {
    if (strace === undefined) {
      const besides = (place.besides ?? []).map((one) => calls && OpenWatch.open(calls, one));
      const ended = await run((command) => command);
      const all = [watch, ...besides];
      for (const one of all) one?.conclude();
      return { ended, observation: describeOpens(all) };
    }
    const { ended, trace } = await followTrace(strace, place, run, depth);
    watch?.conclude();
    return { ended, observation: describeTrace(trace, watch, folder, seenAt) };
  } finally {
    watch?.conclude();
  }
}

function describeOpens(all: readonly (OpenWatch | undefined)[]): Observation {
  const touched = new Map(
    all.flatMap((watch) =>
      [...(watch?.opened ?? [])].map((path): [string, Touch] => [path, 'read']),
    ),
  );
  const doubts = all.flatMap((watch) =>
    watch === undefined ? ['its folder could not be watched'] : [...watch.doubts],
  );
  const [made, created] = [new Set<string>(), new Set<string>()];
  return { means: ['inotify'], touched, made, created, seesQuestions: false, doubts };
}

/**
 * A file that was opened without strace seeing it was opened by a process outside the tree, whose questions are not
 * seen.
 */
function describeTrace(
  trace: Trace,
  watch: OpenWatch | undefined,
  folder: string,
  seenAt: readonly string[],
): Observation {
  const { created, touched, executed, links, listed, made, renamed } = trace;
  const doubts = [...trace.doubts];
  if ([...renamed].some(leadsOn)) doubts.push('it gives folders other names');
  addRealPaths(touched, folder, seenAt);
  for (const path of executed) {
    for (const started of listStarted(path, folder, seenAt[0])) touched.set(started, 'read');
  }
  if (watch === undefined) {
    return {
      means: ['strace'],
      touched,
      made,
      created,
      links,
      listed,
      seesQuestions: true,
      doubts,
    };
  }
  const unseen = [...watch.opened].filter((path) => touched.get(path) !== 'read');
  for (const path of unseen) touched.set(path, 'read');
  return {
    means: ['strace', 'inotify'],
    touched,
    made,
    created,
    links,
    listed,
    seesQuestions: unseen.length === 0,
    doubts: [...doubts, ...watch.doubts],
  };
}

/** A link may lead into the folder or out of it: then what lies there was meant. */
function addRealPaths(
  touched: Map<string, Touch>,
  folder: string,
  seenAt: readonly string[],
): void {
  const real = new Map<string, string | undefined>();
  for (const [path, touch] of [...touched]) {
    const parent = dirname(path);
    if (!real.has(parent)) real.set(parent, findReal(parent, folder, seenAt));
    const place = real.get(parent);
    if (place === undefined) continue;
    const named = `${place === '/' ? '' : place}/${basename(path)}`;
    const isWithin = isIn(path, folder);
    // Within, the last step is followed as well: elsewhere no link is new that was not written since the run began.
    for (const one of isWithin ? [named, findReal(named, folder, seenAt)] : [named]) {
      if (one === undefined || isIn(one, folder) === isWithin) continue;
      if (touch === 'read' || !touched.has(one)) touched.set(one, touch);
    }
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** A folder, or a link to anything: what is named below it, or by it, is something else afterwards. */
function leadsOn(path: string): boolean {
  return attempt(() => lstatSync(path).isSymbolicLink() || statSync(path).isDirectory(), false);
}

/** A link to where the process saw the folder leads into the folder. */
function findReal(path: string, folder: string, seenAt: readonly string[]): string | undefined {
  return attempt(() => {
    const real = realpathSync.native(path);
    const seen = seenAt.find((one) => isIn(real, one));
    return seen === undefined ? real : folder + real.slice(seen.length);
  });
}
