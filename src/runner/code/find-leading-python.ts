import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesFolder } from './installations.ts';
import { namesRoot } from './names-root.ts';
import { findProgram, list, type Program, readText } from './program.ts';

/** Where each Python looks for modules, in each environment. */
export type KnownPlaces = Map<string, readonly string[]>;

const answerMs = 10_000;
const largestAnswer = 2 ** 20;
const environments = ['.venv', 'venv', 'env'];

/** What leads a Python that the test may start into a checkout of the user: its path, and what installers leave there. */
export function searchPythons(
  program: Program,
  roots: readonly string[],
  known: KnownPlaces,
): string[] {
  // It is named already.
  const { PYTHONPATH: _, ...environment } = program.environment;
  const searched = new Set<string>();
  return listPythons(program).flatMap((python) => {
    const key = JSON.stringify([python, environment]);
    const places = known.get(key) ?? askPython(python, environment);
    known.set(key, places);
    return places.flatMap((place) => {
      if (searched.has(place)) return [];
      searched.add(place);
      if (namesRoot(place, roots)) return [`the path of ${python}`];
      return list(place).flatMap((name) => {
        const isFinder = /^__editable__.*\.py$|\.egg-link$/.test(name);
        const file = join(place, name, name.endsWith('.dist-info') ? 'direct_url.json' : '');
        if (!isFinder && !file.endsWith('direct_url.json')) return [];
        const text = readText(file);
        return (isFinder ? namesRoot : namesFolder)(text, roots) ? [join(place, name)] : [];
      });
    });
  });
}

/** The interpreter of the program where that is known, those that scripts find, and that of an environment in the side. */
function listPythons({ checkout, command: [named = ''], directory, environment }: Program) {
  const path = findProgram(named, directory, environment['PATH'] ?? '');
  const [, interpreter] = /^#! *(\S*\/python[\d.]*)\n/.exec(readText(path)) ?? [];
  const own = /^python[\d.]*$/.test(basename(named)) ? path : interpreter;
  const inSide = [directory, checkout]
    .flatMap((folder) => environments.map((name) => join(folder, name, 'bin/python')))
    .filter((file) => existsSync(file));
  return [...new Set([...(own === undefined ? [] : [own]), ...inSide, 'python3', 'python'])];
}

/** Where it looks for modules; with what `.pth` files have added. */
function askPython(python: string, env: Readonly<Record<string, string>>): readonly string[] {
  const { error, stdout } = spawnSync(python, ['-c', 'import sys; print("\\n".join(sys.path))'], {
    ...{ env, cwd: '/', timeout: answerMs, maxBuffer: largestAnswer },
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
  if (error !== undefined) return [];
  return stdout.split('\n').filter((line) => line.startsWith('/'));
}
