import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesFolder } from './installations.ts';
import { namesRoot } from './names-root.ts';
import { findProgram, list, listPaths, type Program, readText } from './program.ts';

/** Where each Python looks for modules, in each environment. */
export type KnownPlaces = Map<string, readonly string[]>;

const answerMs = 10_000;
const largestAnswer = 2 ** 20;
const environments = ['.venv', 'venv', 'env'];

/** What leads a Python that the test may start to other code: its path, what installers leave there, and copies. */
export function searchPythons(
  program: Program,
  roots: readonly string[],
  { isOwnCopy, places: known }: { places: KnownPlaces; isOwnCopy(path: string): boolean },
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
      // What is in an environment of the side, its own setup has put there.
      const isShared = !place.startsWith(`${program.checkout}/`);
      return list(place).flatMap((name) => {
        const files = [join(place, name), join(place, name, '__init__.py')];
        if (isShared && files.some(isOwnCopy)) return [join(place, name)];
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
function listPythons({ checkout, command, directory, environment }: Program): string[] {
  const [named = ''] = command;
  const path = findProgram(named, directory, environment['PATH'] ?? '');
  const own = isPython(named) ? [path] : findInterpreter(readText(path));
  const inWords = command.flatMap(listPaths).filter((one) => isPython(one) && existsSync(one));
  const inSide = [directory, checkout]
    .flatMap((folder) => environments.map((name) => join(folder, name, 'bin/python')))
    .filter((file) => existsSync(file));
  return [...new Set([...own, ...inWords, ...inSide, 'python3', 'python'])];
}

function isPython(path: string): boolean {
  return /^python[\d.]*$/.test(basename(path));
}

/** Of a script of Python. Where the path of Python holds a space, pip lets a shell start it. */
function findInterpreter(text: string): string[] {
  const found =
    /^#! *(\S*\/python[\d.]*)\n/.exec(text) ?? /^#![^\n]*\n'''exec' "([^"]+)"/.exec(text);
  return found?.[1] === undefined ? [] : [found[1]];
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
