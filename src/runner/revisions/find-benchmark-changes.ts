import { dirname, join, normalize } from 'node:path/posix';
import { listSome } from '../../contract/count-things.ts';
import type { Problem } from '../../contract/documents.ts';
import { benchmarkChanged } from '../../contract/suite-changes.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import { listStates } from './list-differences.ts';
import { listTracked } from './list-tracked.ts';
import { readFileAt } from './read-file-at.ts';
import type { Repository } from './repository.ts';

const mostRead = 60;
const mostCharacters = 200_000;

const benchFolder =
  /(^|\/)(__)?(tests?|testing|specs?|bench(es|marks?|marking)?|perf|performance|fixtures|e2e|load-?tests?)(__)?\//i;
const benchFile =
  /(^|\/)([^/]*[._-])?(bench(mark)?s?|perf|tests?|spec)([._-][^/]*)?\.\w+$|(^|\/)(bench|perf)\w*\.\w+$|(^|\/)conftest\.py$/i;
/** A program that a command names is the code itself. */
const code =
  /(^|\/)(src|lib|app|bin|cmd|dist|build|pkg|internal)\/|(^|\/)(__main__|app|cli|index|main|manage|server)\.\w+$/;
/** Lines of comments; not directives such as `//go:build`. */
const comments: readonly [files: RegExp, line: RegExp][] = [
  [/\.(py|rb|sh)$/, /^\s*#(\s|$)/],
  [/\.([cm]?[jt]sx?|go|rs|java|kt|c|h|cc|cpp|hpp|cs)$/, /^\s*\/\/(\s|$)/],
];
/** A change of these alone changes no code. */
const prose = /\.(md|txt|rst|adoc)$|(^|\/)(perigee\.yml|LICENSE|CHANGELOG[^/]*)$/i;

const isOfBench = (path: string): boolean => benchFolder.test(path) || benchFile.test(path);

/** The default files of programs, for a command that names none. */
const found: readonly [program: RegExp, files: RegExp][] = [
  [/\bgo\b.*\btest\b/, /_test\.go$/],
  [/\bcargo\b.*\bbench\b/, /(^|\/)benches\/.*\.rs$/],
  [/\bvitest\b.*\bbench\b/, /\.(bench|benchmark)\.[cm]?[jt]sx?$/],
  [/\b(vitest|jest|mocha)\b/, /(\.(test|spec)\.|(^|\/)(__tests__|tests?)\/.*\.)[cm]?[jt]sx?$/],
  [/\bpytest\b/, /(^|\/)(test_[^/]*|[^/]*_test|bench_[^/]*|conftest)\.py$/],
];

/**
 * Names the files that say what is measured and that the change alters together with the code: those that a command or
 * the npm script behind it names, and what they import from folders of tests and benchmarks. A smaller benchmark looks
 * like faster code.
 */
export async function findBenchmarkChanges(
  repository: Repository,
  { before, after }: { before: string; after: string },
  tests: readonly SuiteTest[],
): Promise<Problem[]> {
  if (before === after) return [];
  const states = await listStates(repository, before, after);
  const isModified = (path: string): boolean => states.get(path) === 'M';
  if (![...states.keys()].some(isModified)) return [];
  const files = await listTracked(repository, after);
  const [read, readBefore] = [openReader(repository, after), openReader(repository, before)];
  const isAltered = async (path: string): Promise<boolean> => {
    if (path.includes(' (script ')) return true;
    if (!isModified(path)) return false;
    const [to, from] = [await read(path), await readBefore(path)];
    // Text that is too long to compare, or no text, counts as changed.
    return to === from || withoutComments(path, to) !== withoutComments(path, from);
  };
  const byFile = new Map<string, string[]>();
  for (const test of tests) {
    for (const path of await followTest(test, files, read, readBefore)) {
      if (await isAltered(path)) byFile.set(path, [...(byFile.get(path) ?? []), test.name]);
    }
  }
  const isCode = (path: string): boolean =>
    !prose.test(path) &&
    !byFile.has(path) &&
    !isOfBench(path) &&
    !/(^|\/)package\.json$/.test(path);
  if (byFile.size === 0 || ![...states.keys()].some(isCode)) return [];
  const named = [...byFile].map(([path, [test = '']]) => `${path} of ${test}`);
  const message = `the change alters the benchmark together with the code: ${listSome(named, 5)}`;
  return [{ code: benchmarkChanged, message: message.slice(0, 1000) }];
}

function withoutComments(path: string, text: string): string {
  const [, comment = /^\s*$/] = comments.find(([ending]) => ending.test(path)) ?? [];
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '' && !comment.test(line)).join('\n');
}

type Read = (path: string) => Promise<string>;

/** Texts of a commit, each once; empty for what is not there or too large. */
function openReader(repository: Repository, commit: string): Read {
  const known = new Map<string, string>();
  return async (path) => {
    let text = known.get(path);
    if (text === undefined) {
      text = await readFileAt(repository, commit, path).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
        return '';
      });
      known.set(path, (text = (text ?? '').slice(0, mostCharacters)));
    }
    return text;
  };
}

/** @returns paths, and `package.json (script NAME)` where that is another one than before */
async function followTest(
  test: SuiteTest,
  files: ReadonlySet<string>,
  read: Read,
  readBefore: Read,
): Promise<string[]> {
  const directory = normalize(test.directory);
  const all = new Set<string>();
  let command = test.command.join(' ');
  if (test.cases !== undefined) command += ` ${test.cases.runner}`;
  const manifest = join(directory, 'package.json');
  const [scripts, old] = [
    await readScripts(read, manifest),
    await readScripts(readBefore, manifest),
  ];
  for (let depth = 0, text = command; depth < 4; depth += 1) {
    const name =
      /\b(?:npm|pnpm|yarn|bun)\b(?:\s+-\S+)*(?:\s+run(?:-script)?)?(?:\s+-\S+)*\s+([\w:.-]+)/.exec(
        text,
      )?.[1];
    const script = name === undefined ? undefined : scripts.get(name);
    if (name === undefined || script === undefined) break;
    if (old.has(name) && old.get(name) !== script) all.add(`${manifest} (script ${name})`);
    command += ` ${script}`;
    text = script;
  }
  const queue = listNamed(command, [directory], files).filter(
    (path) => isOfBench(path) || !code.test(path),
  );
  const [, pattern] = found.find(([program]) => program.test(command)) ?? [];
  const isBelow = (path: string): boolean => directory === '.' || path.startsWith(`${directory}/`);
  const implied = [...files].filter((path) => pattern?.test(path) === true && isBelow(path));
  // A command that names files of its own runs these alone.
  if (queue.length === 0 || /^\S*(go|cargo)\b/.test(command)) queue.push(...implied);
  for (let i = 0; i < queue.length && all.size < mostRead * 10; i += 1) {
    const path = queue[i] as string;
    if (all.has(path)) continue;
    all.add(path);
    if (i >= mostRead) continue;
    const text = await read(path);
    queue.push(...listNamed(text, [dirname(path), directory, '.'], files).filter(isOfBench));
  }
  return [...all];
}

async function readScripts(read: Read, manifest: string): Promise<Map<string, string>> {
  try {
    const { scripts } = JSON.parse(await read(manifest)) as { scripts?: Record<string, unknown> };
    return new Map(
      Object.entries(scripts ?? {}).flatMap(([name, script]) =>
        typeof script === 'string' ? [[name, script] as const] : [],
      ),
    );
  } catch {
    return new Map();
  }
}

const endings = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '.tsx', '.jsx', '.py', '.rs', '.sh'];
const insides = ['/index.ts', '/index.js', '/index.mjs', '/__init__.py', '/mod.rs'];

/** Files that a text names by a path, a Python module or a Rust module, from any of some folders. */
function listNamed(text: string, folders: readonly string[], files: ReadonlySet<string>): string[] {
  const words = text.split(/[\s'"`=,;()[\]{}<>|&]+/);
  const modules = [
    ...text.matchAll(
      /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+([\w, \t]+)|import[ \t]+([\w., \t]+))/gm,
    ),
  ].flatMap(([, from, names = '', plain = '']) =>
    from === undefined
      ? plain.split(',').map(toPath)
      : [toPath(from), ...names.split(',').map((name) => `${toPath(from)}/${name.trim()}`)],
  );
  const rust = [...text.matchAll(/^\s*(?:pub\s+)?mod\s+(\w+)\s*;/gm)].map(([, name]) => name ?? '');
  const named = new Set<string>();
  for (const word of new Set([...words, ...modules, ...rust])) {
    if (!/^[\w@./+-]{2,200}$/.test(word) || word.startsWith('/')) continue;
    for (const folder of folders) {
      const path = normalize(join(folder, word));
      // TypeScript names a file by what it becomes.
      const source = path.replace(/\.([cm]?)js$/, '.$1ts');
      for (const one of [...endings, ...insides].map((end) => path + end).concat(source)) {
        if (files.has(one)) named.add(one);
      }
    }
  }
  return [...named];
}

/** `..a.b` of Python is `../a/b`. */
function toPath(module: string): string {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module.trim().split(/\s/)[0] ?? '') ?? [];
  return `${dots.length > 1 ? '../'.repeat(dots.length - 1) : ''}${rest.replaceAll('.', '/')}`;
}
