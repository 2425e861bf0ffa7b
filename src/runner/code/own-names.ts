import { basename, dirname, extname, join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { readText } from './program.ts';

/** The names of this repository's code as an installed copy. */
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
  /** Files of Python as packages hold them, such as `pkg/work.py`. */
  modules: Set<string>;
  gems: Set<string>;
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
  const names: Names = {
    npm: new Set(),
    python: new Set(),
    modules: new Set(),
    gems: new Set(),
    jars: new Set(),
    programs: new Set(),
  };
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
    if (ending === '.py') for (const module of listModules(path)) names.modules.add(module);
  }
  return { match: (path, isProgram) => isNamed(path, isProgram, names) };
}

function addNames(
  { gems, jars, npm, programs, python }: Names,
  path: string,
  read: () => string,
  files: ReadonlySet<string>,
): void {
  const folder = dirname(path);
  const name = basename(path);
  const add = (names: Set<string>, found: string | undefined): void => {
    if (found !== undefined) names.add(found);
  };
  const find = (pattern: RegExp, text = read()): string | undefined => pattern.exec(text)?.[1];
  switch (name) {
    case 'package.json':
      add(npm, nameOfPackage(read()));
      break;
    case '__init__.py':
      if (!files.has(join(dirname(folder), '__init__.py')) && !common.has(basename(folder)))
        python.add(basename(folder));
      break;
    case 'Cargo.toml':
      for (const [, found] of read().matchAll(nameOfCrate)) add(programs, found);
      break;
    case 'go.mod':
      add(programs, find(/^module\s+\S*?([^/\s]+)(?:\/v\d+)?\s*$/m));
      break;
    case 'main.go':
      programs.add(basename(folder));
      break;
    case 'pom.xml':
      add(
        jars,
        find(/<artifactId>\s*([^<\s]+)\s*<\/artifactId>/, read().replace(notOfProject, '')),
      );
      break;
    case 'settings.gradle':
    case 'settings.gradle.kts':
      add(jars, find(/^\s*rootProject\.name\s*=\s*["']([^"']+)["']/m));
      break;
    case 'build.gradle':
    case 'build.gradle.kts':
      if (folder !== '.') jars.add(basename(folder));
      break;
    default:
      if (name.endsWith('.gemspec')) gems.add(name.slice(0, -'.gemspec'.length));
  }
}

/** In the tables of a Cargo.toml that name what is built, and in no table of dependencies. */
const nameOfCrate = /^\[{1,2}(?:package|lib|bin)\]{1,2}[^[]*?^name\s*=\s*["']([^"']+)["']/gm;

/** Parts of a pom.xml that name other artifacts; `dependencies` may stand within the others. */
const notOfProject =
  /<!--[\s\S]*?-->|<(dependencies|parent|plugins|extensions|exclusions)>[\s\S]*?<\/\1>/g;

function nameOfPackage(text: string): string | undefined {
  return attempt(() => {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  });
}

/** The folders of Python sources in a repository: a package starts below them. */
const aboveModules = new Set(['.', 'src', 'lib', 'python']);

/** The possible names of a file below `site-packages`: a module alone only if it lies at the top. */
function listModules(path: string): string[] {
  const steps = path.split('/');
  return steps
    .map((_, i) => steps.slice(i).join('/'))
    .filter((module) => module.includes('/') || aboveModules.has(dirname(path)))
    .filter((module) => !common.has(module.split('/', 1)[0] ?? ''));
}

function isNamed(path: string, isProgram: boolean, names: Names): boolean {
  const inNode = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  if (inNode !== undefined && names.npm.has(inNode)) return true;
  const inPython = /\/(?:site|dist)-packages\/(.+)$/.exec(path)?.[1];
  if (inPython !== undefined && isOfPython(inPython, names)) return true;
  const gem = /\/gems\/([^/]+)-\d[^/]*\//.exec(path)?.[1];
  if (gem !== undefined && names.gems.has(gem)) return true;
  const name = basename(path);
  const jar = /^(.+?)-\d[^/]*\.jar$/.exec(name)?.[1];
  if (name.endsWith('.jar')) return names.jars.has(jar ?? name.slice(0, -'.jar'.length));
  if (!isProgram) return false;
  const stem = name.replace(/\.so(\.[\d.]+)?$|\.(node|dylib)$/, '');
  return (
    names.programs.has(stem) || (stem !== name && names.programs.has(stem.replace(/^lib/, '')))
  );
}

function isOfPython(inside: string, { modules, python }: Names): boolean {
  const [top = ''] = inside.split('/', 1);
  // Python compiles `a/b.py` to `a/__pycache__/b.cpython-311.pyc`.
  const source = inside.replace(/(^|\/)__pycache__\/([^/.]+)\.[^/]*\.pyc$/, '$1$2.py');
  return (inside.includes('/') && python.has(top)) || modules.has(source);
}
