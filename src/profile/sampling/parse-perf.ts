import type { Stack } from '../../contract/execution.ts';
import { nameFrame } from './name-frame.ts';

/** One line of `perf script`: a symbol and the file that it is in. */
interface Frame {
  symbol: string;
  file: string;
}

/** Finds functions that were compiled while a process ran; undefined if it is not known. */
export type FindCompiled = (pid: number, address: number) => string | undefined;

const deepest = 100;
const collects = /Heap::(CollectGarbage|PerformGarbageCollection|Scavenge)|Scavenger|MarkCompact/;

/**
 * Reads `perf script --fields comm,pid,tid,ip,sym,dso` line by line: a line for the program, one for each function with the
 * innermost first, and an empty one.
 */
export class PerfParser {
  readonly #others: ReadonlySet<number>;
  readonly #findCompiled: FindCompiled;
  readonly #root: string | undefined;
  readonly #samples = new Map<Stack, number>();
  #frames: Frame[] = [];
  #pid = 0;
  #program: string | undefined;

  /** @param others processes that another profiler knows better */
  constructor(others: ReadonlySet<number>, findCompiled: FindCompiled, root?: string) {
    this.#others = others;
    this.#findCompiled = findCompiled;
    this.#root = root;
  }

  take(line: string): void {
    const begin = /^(\S.*?)\s+(\d+)\/\d+\s*$/.exec(line);
    if (begin !== null) {
      this.end();
      this.#pid = Number(begin[2]);
      this.#program = this.#others.has(this.#pid) ? undefined : nameFrame(begin[1] ?? '');
    } else if (this.#program !== undefined && this.#frames.length < deepest) {
      const [, address = '', symbol, file = ''] =
        /^\s*([\da-f]+) (.+) \(([/[].*|[^()]*)\)\s*$/.exec(line) ?? [];
      if (symbol === undefined) return;
      const compiled =
        symbol === '[unknown]'
          ? this.#findCompiled(this.#pid, Number.parseInt(address, 16))
          : undefined;
      this.#frames.push({ symbol: compiled ?? symbol, file });
    }
  }

  /** @returns all samples so far */
  end(): ReadonlyMap<Stack, number> {
    if (this.#program !== undefined) {
      const stack = [this.#program, ...foldFrames(this.#frames, this.#root)].join(';');
      this.#samples.set(stack, (this.#samples.get(stack) ?? 0) + 1);
    }
    this.#program = undefined;
    this.#frames = [];
    return this.#samples;
  }
}

/**
 * The functions of a stack that people wrote, the outermost first. Time in the kernel is that of the function that asked
 * for it; time in the engine of JavaScript is that of the function that it runs.
 */
function foldFrames(innermostFirst: readonly Frame[], root: string | undefined): string[] {
  const first = innermostFirst.findIndex(({ file }) => !file.startsWith('[kernel'));
  if (first < 0) return [innermostFirst.length > 0 ? 'the kernel' : 'unnamed'];
  const frames = innermostFirst.slice(first).filter(({ file }) => !file.startsWith('[kernel'));
  const script = frames.findIndex(isScript);
  if (script < 0) {
    const named = frames.filter(({ symbol }, at) => at === 0 || symbol !== '[unknown]');
    return named.map((frame) => nameNative(frame)).reverse();
  }
  const isCollecting = frames.slice(0, script).some(({ symbol }) => collects.test(symbol));
  return [
    ...frames
      .filter(isScript)
      .map(({ symbol }) => nameScript(symbol, root))
      .reverse(),
    ...(isCollecting ? ['garbage collection'] : []),
  ];
}

function isScript({ symbol }: Frame): boolean {
  return symbol.startsWith('JS:');
}

/** Names and paths may have spaces: a path begins with an address or a slash, and another place, `[eval]`, is one word. */
const scriptPattern =
  /^JS:[*~^+']*(?:async )?(.*?) ((?:[a-z][a-z+-]*:|\/).+?|\S+?):(\d+)(?::\d+)?$/;

/** `JS:*hash file:///src/map.js:41:7`; the sign says which compiler made it. */
function nameScript(symbol: string, root: string | undefined): string {
  const [, name = '', path = '', line = ''] = scriptPattern.exec(symbol) ?? [];
  return nameFrame(name, { path, line: Number(line) }, root);
}

/** Cargo puts a hash of the dependencies behind the name of a program. */
const hashOfCargo = /-[\da-f]{16}$/;

function nameNative({ file, symbol }: Frame): string {
  const [name = ''] = file
    .replace(/ \(deleted\)$/, '')
    .split('/')
    .slice(-1);
  const library = name.replace(hashOfCargo, '');
  return symbol === '[unknown]' ? `code of ${library}` : `${nameFrame(symbol)} (${library})`;
}

interface Compiled {
  start: number;
  end: number;
  name: string;
  /** Its place in the map, which is written in order. */
  at: number;
}

/**
 * Parses lines of `/tmp/perf-<pid>.map`: `1f0a8c40 1e4 JS:*hash /src/map.js:41:7`. Where code was freed, other code may
 * lie over its bounds: the last one written counts.
 */
export function parseMap(text: string): (address: number) => string | undefined {
  const all = text.split('\n').flatMap((line, at): Compiled[] => {
    const [, from = '', size = '', name] = /^([\da-f]+) ([\da-f]+) (.+)$/.exec(line) ?? [];
    const start = Number.parseInt(from, 16);
    return name === undefined ? [] : [{ start, end: start + Number.parseInt(size, 16), name, at }];
  });
  const kept: Compiled[] = [];
  for (const one of all.sort((a, b) => a.start - b.start || a.at - b.at)) {
    const findUnder = (): Compiled | undefined =>
      (kept.at(-1)?.end ?? 0) > one.start ? kept.at(-1) : undefined;
    while ((findUnder()?.at ?? Infinity) < one.at) kept.pop();
    if (findUnder() === undefined) kept.push(one);
  }
  return (address) => {
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((kept[middle]?.start ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const found = kept[low - 1];
    return found !== undefined && address < found.end ? found.name : undefined;
  };
}
