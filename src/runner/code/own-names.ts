import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** What a copy of this repository's code is called where it is installed. */
export interface OwnNames {
  /** Whether a path outside of the checkouts is that of such a copy. */
  match(path: string, isProgram: boolean): boolean;
}

const sources = new Set(
  [
    'c',
    'cc',
    'cpp',
    'cxx',
    'm',
    'mm',
    'rs',
    'go',
    'zig',
    'swift',
    'd',
    'nim',
    'hs',
    'ml',
    'f90',
  ].map((ending) => `.${ending}`),
);
/** Folders of packages that many repositories have. */
const common = new Set([
  'tests',
  'test',
  'docs',
  'examples',
  'bench',
  'benchmarks',
  'scripts',
  'tools',
]);

interface Names {
  npm: Set<string>;
  python: Set<string>;
  jars: Set<string>;
  programs: Set<string>;
}

/**
 * The names of packages and programs that the change is part of, from the files that declare them.
 * @param checkout where these are read
 * @param tracked paths of all files of both sides
 * @param changed paths that differ between them
 */
export function readOwnNames(
  checkout: string,
  tracked: Iterable<string>,
  changed: readonly string[],
): OwnNames {
  const names: Names = { npm: new Set(), python: new Set(), jars: new Set(), programs: new Set() };
  const files = new Set(tracked);
  const isTouched = (folder: string): boolean =>
    changed.some((path) => folder === '.' || path.startsWith(`${folder}/`));
  for (const path of files) {
    const folder = dirname(path);
    if (isTouched(folder)) addNames(names, path, () => readText(join(checkout, path)), files);
  }
  for (const path of changed) {
    const ending = extname(path);
    if (sources.has(ending)) names.programs.add(basename(path, ending));
  }
  return { match: (path, isProgram) => isNamed(path, isProgram, names) };
}

function addNames(
  { jars, npm, programs, python }: Names,
  path: string,
  read: () => string,
  files: ReadonlySet<string>,
): void {
  const folder = dirname(path);
  const all = (pattern: RegExp): string[] =>
    [...read().matchAll(pattern)].map(([, name = '']) => name);
  switch (basename(path)) {
    case 'package.json':
      // The first is that of the package; a name of a person stands deeper.
      for (const name of all(/^\s{0,4}"name"\s*:\s*"([^"]+)"/gm).slice(0, 1)) npm.add(name);
      for (const name of all(/^\{.*?"name"\s*:\s*"([^"]+)"/g)) npm.add(name);
      break;
    case '__init__.py':
      if (!files.has(join(dirname(folder), '__init__.py')) && !common.has(basename(folder)))
        python.add(basename(folder));
      break;
    case 'Cargo.toml':
      for (const name of all(/^name\s*=\s*"([^"]+)"/gm)) programs.add(name);
      break;
    case 'go.mod':
      for (const name of all(/^module\s+(\S+)/gm)) programs.add(basename(name));
      break;
    case 'main.go':
      programs.add(basename(folder));
      break;
    case 'pom.xml':
      for (const name of all(/<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g)) jars.add(name);
      break;
    default:
  }
}

function isNamed(
  path: string,
  isProgram: boolean,
  { jars, npm, programs, python }: Names,
): boolean {
  const inNode = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  if (inNode !== undefined && npm.has(inNode)) return true;
  const inPython = /\/(?:site|dist)-packages\/([^/]+)\//.exec(path)?.[1];
  if (inPython !== undefined && python.has(inPython)) return true;
  const name = basename(path);
  if (name.endsWith('.jar')) return [...jars].some((jar) => name.startsWith(`${jar}-`));
  if (!isProgram) return false;
  const stem = name.replace(/\.so(\.[\d.]+)?$|\.(node|dylib)$/, '');
  return programs.has(stem) || (stem !== name && programs.has(stem.replace(/^lib/, '')));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
