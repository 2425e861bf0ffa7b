import { posix } from 'node:path';
import { listFiles, readIfThere } from './repository-files.ts';

export interface CmakeProgram {
  /** Of the CMakeLists.txt that makes it. */
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
  body: Call[];
}

type Variables = Map<string, string[]>;

const mostCalls = 20_000;

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
  let left = mostCalls;

  function run(calls: readonly Call[], folder: string, known: Variables, depth: number): void {
    for (let i = 0; left > 0; i += 1) {
      const call = calls[i];
      if (call === undefined) return;
      left -= 1;
      const { name, words: raw } = call;
      const words = raw.flatMap((word) => fillIn(word, known));
      const [first = '', ...rest] = words;
      if (name === 'foreach') {
        const end = findEnd(calls, i);
        for (const item of listItems(rest, known)) {
          known.set(first, [item]);
          run(calls.slice(i + 1, end), folder, known, depth);
        }
        i = end;
      } else if (name === 'set') known.set(first, rest);
      else if (name === 'list' && first === 'APPEND' && rest[0] !== undefined) {
        known.set(rest[0], [...(known.get(rest[0]) ?? []), ...rest.slice(1)]);
      } else if (name === 'file' && /^GLOB/.test(first) && rest[0] !== undefined) {
        known.set(rest[0], matchFiles(rest.slice(1), folder, sources));
      } else if (name === 'get_filename_component' && /^NAME/.test(rest[1] ?? '')) {
        const base = posix.basename(rest[0] ?? '');
        known.set(first, [rest[1] === 'NAME' ? base : base.replace(/\..*$/, '')]);
      } else if (name === 'add_executable') {
        programs.push({ folder, target: first, sources: rest });
      } else if (name === 'target_sources') {
        programs.find(({ target }) => target === first)?.sources.push(...rest);
      } else if (name === 'cmake_parse_arguments') parseArguments(words, raw, known);
      else {
        const wrapper = wrappers.get(name);
        if (wrapper === undefined || depth > 5) continue;
        run(wrapper.body, folder, bind(wrapper, words, known), depth + 1);
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
  const length = calls.slice(start).findIndex(({ name }) => {
    if (opens.has(name)) depth += 1;
    else if (name.startsWith('end') && opens.has(name.slice(3))) depth -= 1;
    return depth === 0;
  });
  return length < 0 ? calls.length : start + length;
}

function takeWrappers(calls: readonly Call[], wrappers: Map<string, Wrapper>): void {
  for (const [i, { name, words }] of calls.entries()) {
    const [called, ...parameters] = words;
    if ((name !== 'function' && name !== 'macro') || called === undefined) continue;
    wrappers.set(called.toLowerCase(), {
      parameters,
      body: calls.slice(i + 1, findEnd(calls, i)),
    });
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
  const keys = new Set(
    raw
      .slice(1, 4)
      .flatMap((list) => fillIn(list, known))
      .flatMap((list) => list.split(';')),
  );
  let key: string | undefined;
  for (const word of raw.slice(4).flatMap((one) => fillIn(one, known))) {
    if (keys.has(word)) {
      key = `${prefix}_${word}`;
      known.set(key, []);
    } else if (key !== undefined) known.get(key)?.push(word);
  }
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
  const tests = patterns
    .filter((one) => one.includes('*'))
    .map((one) => new RegExp(`^${one.replaceAll(/[^\w*/-]/g, '\\$&').replaceAll('*', '[^/]*')}$`));
  return sources
    .map((source) => posix.relative(folder, source))
    .filter((path) => !path.startsWith('..') && tests.some((test) => test.test(path)));
}
