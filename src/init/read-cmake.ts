import { posix } from 'node:path';
import { fitsPath, listFiles, readIfThere } from './repository-files.ts';

export interface CmakeProgram {
  /** The folder of the CMakeLists.txt that makes it. */
  folder: string;
  target: string;
  /** Files, from that folder. */
  sources: string[];
}

interface Call {
  name: string;
  words: string[];
}

/** A function or a macro. */
interface Wrapper {
  parameters: string[];
  /** The calls of its file after `start`. */
  calls: readonly Call[];
  start: number;
}

type Variables = Map<string, string[]>;

/** For all calls together, with their variables filled in: in few lines a list can double with each. */
const mostCharacters = 5_000_000;
/** Longer text is no path and no list of them. */
const longestWord = 1_000;
const longestList = 100_000;
/** Loops and functions in one another. */
const deepest = 6;

/**
 * The programs that a build of CMake makes, also through functions, macros and loops around add_executable. Conditions
 * count as fulfilled; what is computed otherwise stays unknown.
 */
export async function listPrograms(directory: string): Promise<CmakeProgram[]> {
  const files = await listFiles(directory, /^CMakeLists\.txt$|\.cmake$/);
  const scripts = await Promise.all(
    files.map(async (file) => ({
      file,
      calls: parseCalls((await readIfThere(directory, file)) ?? ''),
    })),
  );
  const wrappers = new Map<string, Wrapper>();
  for (const { calls } of scripts) takeWrappers(calls, wrappers);
  const sources = await listFiles(directory, /\.(cc|cpp|cxx|c)$/);
  const programs: CmakeProgram[] = [];
  const variables: Variables = new Map();
  let left = mostCharacters;

  function run(calls: readonly Call[], folder: string, known: Variables, depth: number): void {
    for (let i = 0; left > 0; i += 1) {
      const call = calls[i];
      if (call === undefined) return;
      const { name, words: raw } = call;
      const words = fillInAll(raw, known);
      left -= 1 + sizeOf(words);
      const [first = '', ...rest] = words;
      if (name === 'foreach') {
        const end = findEnd(calls, i);
        const body = calls.slice(i + 1, end);
        i = end;
        if (depth >= deepest) continue;
        for (const item of listItems(rest, known)) {
          left -= 1;
          known.set(first, [item]);
          run(body, folder, known, depth + 1);
        }
      } else if (name === 'set') note(known, first, rest);
      else if (name === 'list' && first === 'APPEND' && rest[0] !== undefined) {
        note(known, rest[0], [...(known.get(rest[0]) ?? []), ...rest.slice(1)]);
      } else if (name === 'file' && /^GLOB/.test(first) && rest[0] !== undefined) {
        left -= (rest.length * sources.length) / 10;
        if (left <= 0) return;
        note(known, rest[0], matchFiles(rest.slice(1), folder, sources));
      } else if (name === 'get_filename_component' && /^NAME/.test(rest[1] ?? '')) {
        const base = posix.basename(rest[0] ?? '');
        known.set(first, [rest[1] === 'NAME' ? base : base.replace(/\..*$/, '')]);
      } else if (name === 'add_executable') {
        programs.push({ folder, target: first, sources: rest });
      } else if (name === 'target_sources') {
        const program = programs.find(({ target }) => target === first);
        if (program !== undefined) program.sources = [...program.sources, ...rest];
      } else if (name === 'cmake_parse_arguments') parseArguments(words, raw, known);
      else {
        const wrapper = wrappers.get(name);
        if (wrapper === undefined || depth >= deepest) continue;
        const body = wrapper.calls.slice(wrapper.start + 1, findEnd(wrapper.calls, wrapper.start));
        left -= body.length + known.size;
        run(body, folder, bind(wrapper, words, known), depth + 1);
      }
    }
  }

  for (const { calls, file } of scripts) {
    if (file.endsWith('.cmake')) continue;
    run(withoutWrappers(calls), posix.dirname(file), variables, 0);
  }
  return programs.filter(({ target }) => /^[\w.+-]+$/.test(target));
}

function parseCalls(text: string): Call[] {
  const clean = text.replaceAll(/#.*$/gm, '');
  return [
    ...clean.matchAll(/\b([A-Za-z_]\w*)\s*\(((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*)\)/g),
  ].map(([, name = '', words = '']) => ({
    name: name.toLowerCase(),
    words: [...words.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)].map(
      ([word, quoted]) => quoted ?? word,
    ),
  }));
}

const opens = new Set(['function', 'macro', 'foreach']);

/** The place of the call that ends what begins at `start`. */
function findEnd(calls: readonly Call[], start: number): number {
  let depth = 0;
  for (let i = start; i < calls.length; i += 1) {
    const { name = '' } = calls[i] ?? {};
    if (opens.has(name)) depth += 1;
    else if (name.startsWith('end') && opens.has(name.slice(3))) depth -= 1;
    if (depth === 0) return i;
  }
  return calls.length;
}

function takeWrappers(calls: readonly Call[], wrappers: Map<string, Wrapper>): void {
  for (const [i, { name, words }] of calls.entries()) {
    const [called, ...parameters] = words;
    if ((name !== 'function' && name !== 'macro') || called === undefined) continue;
    wrappers.set(called.toLowerCase(), { parameters, calls, start: i });
  }
}

function withoutWrappers(calls: readonly Call[]): Call[] {
  let end = -1;
  return calls.filter(({ name }, i) => {
    if (i <= end) return false;
    if (name !== 'function' && name !== 'macro') return true;
    end = findEnd(calls, i);
    return false;
  });
}

function bind({ parameters }: Wrapper, words: readonly string[], known: Variables): Variables {
  const bound: Variables = new Map(known);
  for (const [i, parameter] of parameters.entries()) bound.set(parameter, words.slice(i, i + 1));
  bound.set('ARGV', [...words]);
  bound.set('ARGN', words.slice(parameters.length));
  for (const [i, word] of words.entries()) bound.set(`ARGV${i}`, [word]);
  return bound;
}

/** `cmake_parse_arguments(BENCH "" "NAME" "SOURCES;LIBS" ${ARGN})` */
function parseArguments(words: readonly string[], raw: readonly string[], known: Variables): void {
  const [prefix = ''] = words;
  // Lists in quotes and empty ones count as they are written.
  const keys = new Set(fillInAll(raw.slice(1, 4), known).flatMap((list) => list.split(';')));
  let key: string | undefined;
  for (const word of fillInAll(raw.slice(4), known)) {
    if (keys.has(word)) {
      key = `${prefix}_${word}`;
      known.set(key, []);
    } else if (key !== undefined) known.get(key)?.push(word);
  }
}

function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length + 1, 0);
}

/** A list that is too long stays unknown. */
function note(known: Variables, name: string, list: string[]): void {
  if (sizeOf(list) <= longestList) known.set(name, list);
  else known.delete(name);
}

/** As many of the words as there is room for. */
function fillInAll(words: readonly string[], known: Variables): string[] {
  const filled: string[] = [];
  let size = 0;
  for (const word of words) {
    const own = word.length > longestWord ? [word] : fillIn(word, known);
    size += sizeOf(own);
    if (size > mostCharacters) break;
    for (const one of own) filled.push(one);
  }
  return filled;
}

function fillIn(word: string, known: Variables): string[] {
  const whole = /^\$\{(\w+)\}$/.exec(word)?.[1];
  if (whole !== undefined) return known.get(whole) ?? [];
  if (/^\$\{CMAKE_(CURRENT_)?SOURCE_DIR\}\//.test(word))
    return fillIn(word.replace(/^\$\{\w+\}\//, ''), known);
  return [
    word.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => (known.get(name) ?? []).join(';')),
  ].flatMap((one) => (word.includes('${') ? one.split(';') : [one]));
}

function listItems(words: readonly string[], known: Variables): string[] {
  if (words[0] !== 'IN') return words[0] === 'RANGE' ? [] : [...words];
  let isLists = false;
  return words.slice(1).flatMap((word) => {
    if (word === 'LISTS' || word === 'ITEMS') {
      isLists = word === 'LISTS';
      return [];
    }
    return isLists ? (known.get(word) ?? []) : [word];
  });
}

/** Paths from the folder. */
function matchFiles(
  patterns: readonly string[],
  folder: string,
  sources: readonly string[],
): string[] {
  return sources
    .map((source) => posix.relative(folder, source))
    .filter((path) => !path.startsWith('..'))
    .filter((path) => patterns.some((pattern) => fitsPath(pattern, path)));
}
