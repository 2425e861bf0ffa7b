import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import {
  type BlockCount,
  type Blocks,
  parseFrame,
  type Stack,
  type Stacks,
} from '../../contract/execution.ts';
import { clean, longestName, nameFrame, shortenPath } from './name-frame.ts';

/** For one process; a larger one is left out. */
const mostBytes = 64 * 2 ** 20;
const mostFiles = 500;

type Samples = Map<Stack, number>;

export interface OwnProfiles {
  stacks: Stacks[];
  /** The processes that wrote them. */
  pids: Set<number>;
}

/** Reads the profiles that runtimes have left in a folder. Tests can write there too: unreadable files are left out. */
export function readProfiles(folder: string, root?: string): OwnProfiles {
  const found: OwnProfiles = { stacks: [], pids: new Set() };
  for (const name of listFiles(folder)) {
    const [, pid = '', ending = ''] = /^(\d+)-[\da-f]+\.(.+)$/.exec(name) ?? [];
    const read = readers[ending];
    const text = read === undefined ? undefined : readProfile(join(folder, name));
    if (read === undefined || text === undefined) continue;
    try {
      const stacks = read(text, root);
      if (stacks.samples.size === 0) continue;
      found.stacks.push(stacks);
      found.pids.add(Number(pid));
    } catch {
      // Cut short by the end of its process, or not a profile.
    }
  }
  return found;
}

const withoutMonitoring = 'how often its loops ran is known for Python 3.12 and newer';
const ofOthers = /^\/|^[a-z]:|^python3[\d.]*\/|(^|\/)(\.\.|node_modules|site-packages)\//i;
/** In all threads: each takes 200 bytes. */
const mostBlocks = 200_000;
const tooMany = 'how often its loops ran is not known: it has too much code, in too many processes';
const cutShort =
  'how often its loops ran is not known: a process or thread of it was ended before it could say so';

/**
 * Reads how often code ran, as each process and thread has left it. Code outside of the checkout is left out. Without
 * the counts of one, those of the others say nothing.
 */
export function readBlocks(folder: string, root?: string): Blocks {
  const threads: BlockCount[][] = [];
  let left = mostBlocks;
  const names = listFiles(folder);
  for (const name of names.filter((one) => /^\d+-[\da-f]+\.blocks\.txt$/.test(one))) {
    const lines = readProfile(join(folder, name))?.split('\n', left + 1) ?? [];
    left -= lines.length;
    // None: the file is too large.
    if (left < 0 || lines.length === 0) return { threads: [], notes: [tooMany] };
    threads.push(lines.flatMap((line) => readBlock(line, root) ?? []));
  }
  if (names.length === mostFiles) return { threads: [], notes: [tooMany] };
  if (names.some((name) => name.endsWith('.begun'))) return { threads: [], notes: [cutShort] };
  const isUnseen = names.some((name) => name.endsWith('.unseen.txt'));
  return {
    threads: threads.filter(({ length }) => length > 0),
    notes: isUnseen ? [withoutMonitoring] : [],
  };
}

const blockPattern =
  /^(\d{1,15}) (function|block|loop) (\d{1,7}):(\d{1,9})-(\d{1,7}):(\d{1,9}) ([^\t]+)\t(.*)$/;

function readBlock(text: string, root: string | undefined): BlockCount | undefined {
  const [, count, kind, line, column, lastLine, lastColumn, written = '', name = ''] =
    blockPattern.exec(text) ?? [];
  const path = shortenPath(written, root);
  if (kind === undefined || ofOthers.test(path)) return undefined;
  return {
    kind: kind as BlockCount['kind'],
    ...{ name: clean(name, longestName), path, count: Number(count) },
    start: { line: Number(line), column: Number(column) },
    end: { line: Number(lastLine), column: Number(lastColumn) },
  };
}

/** Nothing where the test has removed it. */
function listFiles(folder: string): string[] {
  return attempt(() => readdirSync(folder).slice(0, mostFiles), []);
}

/** A link is not followed, and a pipe not waited for. @returns undefined where it is no file, or too large */
export function readProfile(file: string): string | undefined {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts?.isFile() !== true || facts.size > mostBytes) return undefined;
  return readFileSync(file, 'utf8');
}

const readers: Readonly<Record<string, (text: string, root?: string) => Stacks>> = {
  cpuprofile: (text, root) => readNode(JSON.parse(text) as NodeProfile, root),
  'heap.json': (text, root) => readNodeMemory(JSON.parse(text) as NodeMemory, root),
  'stacks.txt': readPython,
};

/** `a (x.py:1);b (y.py:2) 17` in each line, behind one with the weight. In memory, a place has no function. */
function readPython(text: string, root: string | undefined): Stacks {
  const [weight = '', ...lines] = text.split('\n');
  const samples: Samples = new Map();
  for (const line of lines) {
    const [, stack = '', count = ''] = /^(.+) (\d+)$/.exec(line) ?? [];
    if (stack === '' || count === '0') continue;
    const own = stack.split(';').filter((frame) => !frame.includes('(<frozen importlib'));
    const frames = own.map((frame) => {
      const { line = 0, name, path } = parseFrame(frame);
      if (path !== undefined) return nameFrame(name, { path, line }, root);
      const [, file, at] = /^(.+):(\d+)$/.exec(frame) ?? [];
      return file === undefined
        ? nameFrame(frame)
        : nameFrame('', { path: file, line: Number(at) }, root);
    });
    addTo(samples, ['python', ...frames], Number(count));
  }
  const isMemory = weight === '1';
  return {
    profiler: isMemory ? 'tracemalloc' : "samples of Python's own stack, by a timer of CPU time",
    weight: Number(weight),
    samples,
  };
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface NodeProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
  /** CPU time before it began: a function's share is that of the whole process. */
  startUs?: number;
}

const notOfCode = new Set(['(root)', '(idle)', '(program)']);

/** The format of V8: a sample is the node that ran, and the time before it is counted to the sample before. */
function readNode(profile: NodeProfile, root?: string): Stacks {
  const { nodes, samples: taken, startUs = 0, timeDeltas } = profile;
  const paths = new Map<number, readonly string[]>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, above: readonly string[]): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { functionName } = node.callFrame;
    const own = notOfCode.has(functionName) ? above : [...above, nameCall(node.callFrame, root)];
    paths.set(id, functionName === '(idle)' ? [] : own);
    for (const child of node.children ?? []) walk(child, own);
  };
  const [first] = nodes;
  if (first !== undefined) walk(first.id, ['node']);
  const samples: Samples = new Map();
  let us = 0;
  let count = 0;
  for (const [at, id] of taken.entries()) {
    const path = paths.get(id) ?? [];
    if (path.length === 0) continue;
    addTo(samples, path, 1);
    us += Math.max(0, timeDeltas[at + 1] ?? 0);
    count += 1;
  }
  const weight = (us * 1000) / Math.max(1, count);
  const start = Math.round((startUs * count) / Math.max(1, us));
  if (start > 0) addTo(samples, ['node', 'start of Node'], start);
  return { profiler: 'the inspector of V8', isNoisy: true, weight, samples };
}

interface HeapNode {
  callFrame: CallFrame;
  selfSize: number;
  children: HeapNode[];
}

interface NodeMemory {
  heap?: { head: HeapNode };
  buffers: [stack: string, bytes: number][];
}

function readNodeMemory({ buffers, heap }: NodeMemory, root?: string): Stacks {
  const samples: Samples = new Map();
  const walk = (node: HeapNode, above: readonly string[]): void => {
    const isCode = !notOfCode.has(node.callFrame.functionName);
    const own = isCode ? [...above, nameCall(node.callFrame, root)] : above;
    if (node.selfSize > 0) addTo(samples, own, node.selfSize);
    for (const child of node.children) walk(child, own);
  };
  if (heap !== undefined) walk(heap.head, ['node']);
  for (const [stack, bytes] of buffers) {
    if (bytes > 0) addTo(samples, ['node', ...readStack(stack, root)], bytes);
  }
  return { profiler: 'samples of the heap of V8, and its buffers', weight: 1, samples };
}

function nameCall({ functionName, lineNumber, url }: CallFrame, root?: string): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  return url === ''
    ? nameFrame(functionName)
    : nameFrame(functionName, { path: url, line: lineNumber + 1 }, root);
}

/** `    at async put (/src/map.js:41:7)`, the innermost first. Node's own functions there only hand on what was asked for. */
function readStack(text: string, root?: string): string[] {
  const frames = text.split('\n').flatMap((line) => {
    const [, name = '', path = '', at = ''] =
      /^\s+at (?:async )?(.*?) \((.+):(\d+):\d+\)$/.exec(line) ??
      /^\s+at (?:async )?()(.+):(\d+):\d+$/.exec(line) ??
      [];
    const isHook = path === '' || path.includes('/profilers/node-hook');
    return isHook ? [] : [{ name, path, line: Number(at) }];
  });
  const first = frames.findIndex(({ path }) => !path.startsWith('node:'));
  const own = frames.slice(Math.max(0, first));
  return own.map(({ line, name, path }) => nameFrame(name, { path, line }, root)).reverse();
}

function addTo(samples: Samples, frames: readonly string[], count: number): void {
  const stack = frames.join(';');
  samples.set(stack, (samples.get(stack) ?? 0) + count);
}
