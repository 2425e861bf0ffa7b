import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { resultsFile, type StarterCommand, type StarterTest } from './findings.ts';
import { lockFiles } from './package-file.ts';

/** Folders that an installation fills. */
export const installed = ['node_modules', '.venv', 'venv'];

/**
 * The files that commands name and do not make themselves, as paths from the root, since a fresh checkout has to have
 * them: programs, and of a folder with a package.json that and its lock file.
 */
export async function listNeeded(
  root: string,
  commands: readonly (StarterCommand & Pick<StarterTest, 'directory'>)[],
): Promise<string[]> {
  const needed = new Set<string>();
  for (const { command, directory = '.' } of commands) {
    const imported = command.flatMap((word) => [...word.matchAll(/\bimport\('\.\/([^']+)'\)/g)]);
    const words = [...command, ...imported.map(([, file = '']) => file)];
    for (const word of words.filter((one) => !/^[-/]|\.\.|\0/.test(one))) {
      const path = posix.join(directory, word);
      if (path.split('/').some((step) => [...installed, resultsFile].includes(step))) continue;
      if (await isFile(join(root, path))) needed.add(path);
      for (const file of path === '.' ? [] : ['package.json', ...lockFiles]) {
        const inside = `${path}/${file}`;
        const isPackage = needed.has(`${path}/package.json`) || file === 'package.json';
        if (isPackage && (await isFile(join(root, inside)))) needed.add(inside);
      }
    }
  }
  return [...needed];
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (one) => one.isFile(),
    () => false,
  );
}
