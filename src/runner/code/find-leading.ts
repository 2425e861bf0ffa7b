import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { namesFolder } from './installations.ts';

export interface Program {
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Its working directory; absolute. */
  directory: string;
  /** The checkout of the side; absolute. */
  checkout: string;
}

/** The module folders of each Python, in each environment. */
export type KnownPlaces = Map<string, readonly string[]>;

const answerMs = 10_000;
const largestAnswer = 2 ** 20;
/** A finder of setuptools or a program's first line is far shorter. */
const longestText = 2 ** 20;

/**
 * Possible ways of a test to code in the user's checkout, if the files that it reads are not observed: variables, links
 * in `node_modules`, and the files that installers of Python leave.
 * @param roots where the user has the repository checked out
 * @param known of one run: the next may set up something else
 * @returns in words, such as "PYTHONPATH leads"; empty where nothing is found
 */
export function findLeading(
  program: Program,
  roots: readonly string[],
  known: KnownPlaces,
): string[] {
  const isInside = (path: string): boolean =>
    roots.some((root) => path === root || path.startsWith(`${root}/`));
  const variables = Object.entries(program.environment)
    .filter(([name]) => name !== 'PWD' && name !== 'OLDPWD' && name !== 'PERIGEE_HOME')
    .filter(([, value]) => value.split(delimiter).some(isInside))
    .map(([name]) => name);
  const links = [program.checkout, program.directory].flatMap((folder) =>
    listLinks(join(folder, 'node_modules')),
  );
  const linked = links.filter((path) => isInside(attempt(() => realpathSync(path), '')));
  // It is named already.
  const { PYTHONPATH: _, ...environment } = program.environment;
  const python = listPythons(program).flatMap((one) =>
    searchPython(one, environment, known, { isInside, roots }),
  );
  return [...new Set([...variables, ...linked, ...python])];
}

/** Packages, and those of a scope. */
function listLinks(folder: string): string[] {
  return list(folder).flatMap((name) =>
    name.startsWith('@')
      ? list(join(folder, name)).map((inner) => join(folder, name, inner))
      : name === 'perigee'
        ? []
        : [join(folder, name)],
  );
}

/** The interpreter of the program where that is known, and the one that its scripts find. */
function listPythons({ command: [named = ''], directory, environment }: Program): string[] {
  const isPython = /^python[\d.]*$/.test(basename(named));
  const program = named.includes('/') ? resolve(directory, named) : named;
  const path = program.includes('/') ? program : findInPath(program, environment['PATH'] ?? '');
  const [, interpreter] = /^#! *(\S*\/python[\d.]*)\n/.exec(read(path)) ?? [];
  const own = isPython ? program : interpreter;
  return [...new Set([...(own === undefined ? [] : [own]), 'python3'])];
}

function findInPath(program: string, path: string): string {
  const folder = path.split(delimiter).find((one) => existsSync(join(one, program)));
  return folder === undefined ? '' : join(folder, program);
}

function searchPython(
  python: string,
  environment: Readonly<Record<string, string>>,
  known: KnownPlaces,
  { isInside, roots }: { isInside(path: string): boolean; roots: readonly string[] },
): string[] {
  const key = JSON.stringify([python, environment]);
  const places = known.get(key) ?? askPython(python, environment);
  known.set(key, places);
  return places.flatMap((place) => {
    if (isInside(place)) return [`the path of ${python}`];
    return list(place).flatMap((name) => {
      const isFinder = /^__editable__.*\.py$|\.egg-link$/.test(name);
      const file = join(place, name, name.endsWith('.dist-info') ? 'direct_url.json' : '');
      if (!isFinder && !file.endsWith('direct_url.json')) return [];
      const text = read(file);
      const leads = isFinder
        ? roots.some((root) => text.includes(`${root}/`) || text.includes(`${root}'`))
        : namesFolder(text, roots);
      return leads ? [join(place, name)] : [];
    });
  });
}

/** The folders in which it looks for modules, `.pth` files included. */
function askPython(python: string, env: Readonly<Record<string, string>>): readonly string[] {
  const { error, stdout } = spawnSync(python, ['-c', 'import sys; print("\\n".join(sys.path))'], {
    ...{ env, cwd: '/', timeout: answerMs, maxBuffer: largestAnswer },
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
  if (error !== undefined) return [];
  return stdout.split('\n').filter((line) => line.startsWith('/'));
}

function list(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

function read(file: string): string {
  return attempt(() => readFileSync(file, 'utf8').slice(0, longestText), '');
}
