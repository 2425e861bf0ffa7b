import { posix } from 'node:path';
import { listFiles, readIfThere } from '../repository-files.ts';

export interface GoPackage {
  /** From the root of the repository; '.' for the root itself. */
  folder: string;
  /** Where its go.mod is. */
  module: string;
  /** Names of functions, in the order of the files. */
  benchmarks: string[];
}

/** What `go test` takes for a benchmark: no lower-case letter follows "Benchmark". */
const declaration = /^func (Benchmark(?![a-z])\w*)\(\s*\w+\s+\*testing\.B\s*\)/gm;

/** The packages of all Go modules of a repository that declare benchmarks, as their files say. */
export async function listGoPackages(directory: string): Promise<GoPackage[]> {
  const modules = (await listFiles(directory, /^go\.mod$/)).map((file) => posix.dirname(file));
  if (modules.length === 0) return [];
  const byFolder = new Map<string, GoPackage>();
  for (const file of await listFiles(directory, /_test\.go$/)) {
    const folder = posix.dirname(file);
    const module = findModule(folder, modules);
    if (module === undefined) continue;
    const text = (await readIfThere(directory, file)) ?? '';
    const names = [...text.matchAll(declaration)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const known = byFolder.get(folder);
    if (known === undefined) byFolder.set(folder, { folder, module, benchmarks: names });
    else known.benchmarks.push(...names);
  }
  return [...byFolder.values()];
}

/** The nearest folder at or above this one that has a go.mod. */
function findModule(folder: string, modules: readonly string[]): string | undefined {
  return modules
    .filter((module) => module === '.' || folder === module || folder.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
}
