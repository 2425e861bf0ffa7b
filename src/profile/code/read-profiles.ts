import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionTime } from '../../contract/documents.ts';

/** Of one process; a larger one is left out. */
const mostBytes = 64 * 2 ** 20;
const mostFiles = 200;
const mostFunctions = 300;
const longestName = 200;

/** Time in each function itself, in nanoseconds, by its name and place. */
export type FunctionTimes = Map<string, number>;

/**
 * What the profilers of an execution have left in their folder, of all its processes together, the most first. Tests
 * can write there too: what cannot be read is left out.
 */
export function readProfiles(folder: string, root?: string): FunctionTime[] {
  const times: FunctionTimes = new Map();
  for (const name of readdirSync(folder).slice(0, mostFiles)) {
    const read = readers.find(([ending]) => name.endsWith(ending))?.[1];
    const file = join(folder, name);
    if (read === undefined || statSync(file).size > mostBytes) continue;
    try {
      for (const [own, ns] of read(file)) {
        const place = makeRelative(own, root);
        if (place !== '' && ns > 0) times.set(place, (times.get(place) ?? 0) + ns);
      }
    } catch {
      // Cut short by the end of its process, or not a profile.
    }
  }
  return [...times]
    .map(([name, selfNs]) => ({ name, selfNs: Math.round(selfNs) }))
    .sort((a, b) => b.selfNs - a.selfNs)
    .slice(0, mostFunctions);
}

const readers: readonly (readonly [ending: string, read: (file: string) => FunctionTimes])[] = [
  ['.cpuprofile', (file) => parseNode(JSON.parse(readFileSync(file, 'utf8')))],
  ['.functions.json', (file) => parseList(JSON.parse(readFileSync(file, 'utf8')))],
  ['.perf.txt', (file) => parsePerf(readFileSync(file, 'utf8'))],
];

const ofCheckouts = /(file:\/\/)?[^\s()]*\/perigee-\d+\/[0-9a-f]{12}\/[^/]+\/[^/]+\//g;

/** Both sides and every round have checkouts of other names. */
function makeRelative(name: string, root: string | undefined): string {
  const inside =
    root === undefined ? name : name.replaceAll('file://', '').replaceAll(`${root}/`, '');
  return inside
    .replaceAll(ofCheckouts, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestName);
}

const inNode: Readonly<Record<string, string>> = {
  '(idle)': 'waiting',
  '(garbage collector)': 'garbage collection',
  '(program)': 'code of Node itself',
  '(root)': 'code of Node itself',
};

interface NodeProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: unknown[];
}

/** The format of V8: a sample is the node that ran, and the time before it is counted to the sample before. */
function parseNode(value: unknown): FunctionTimes {
  const { nodes, samples, timeDeltas } = value as NodeProfile;
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameFrame(callFrame)]));
  const times: FunctionTimes = new Map();
  for (const [at, id] of samples.entries()) {
    const us = Number(timeDeltas[at + 1] ?? 0);
    const name = names.get(id);
    if (name !== undefined && us > 0) times.set(name, (times.get(name) ?? 0) + us * 1000);
  }
  return times;
}

function nameFrame({
  functionName,
  lineNumber,
  url,
}: NodeProfile['nodes'][number]['callFrame']): string {
  const known = inNode[functionName];
  if (known !== undefined) return known;
  const name = functionName === '' ? 'anonymous' : functionName;
  return url === '' ? name : `${name} (${url}:${lineNumber + 1})`;
}

function parseList(value: unknown): FunctionTimes {
  return new Map(
    (value as { name: unknown; selfNs: unknown }[]).map(({ name, selfNs }) => [
      String(name),
      Number(selfNs),
    ]),
  );
}

/**
 * Of `perf script -F period,ip,sym,dso` over the event cpu-clock, whose period is in nanoseconds:
 * `1003009 7f255ce8607f __strcmp_evex (/usr/lib/libc.so.6)`. What has no symbol counts to its library.
 */
export function parsePerf(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, period, symbol = '', library = ''] =
      /^\s*(\d+)\s+[\da-f]+\s+(.+?)\s+\(([^)]*)\)\s*$/.exec(line) ?? [];
    if (period === undefined) continue;
    const name = symbol === '[unknown]' ? `code of ${library}` : `${symbol} (${library})`;
    times.set(name, (times.get(name) ?? 0) + Number(period));
  }
  return times;
}
