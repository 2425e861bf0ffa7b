import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The path of a package that only another one depends on: some package managers show it to that one alone.
 * @param names each depends on the next; the last may be a file of its package
 * @param directory of the project
 * @returns absolute; undefined where the first one is not installed
 */
export function resolveThrough(names: readonly string[], directory: string): string | undefined {
  let from = join(directory, 'package.json');
  for (const name of names) {
    const wanted = name === names.at(-1) ? name : `${name}/package.json`;
    try {
      from = createRequire(from).resolve(wanted);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
      throw error;
    }
  }
  return from;
}

/** @throws Error where it is not installed */
export function requireThrough(names: readonly string[], directory: string): unknown {
  const file = resolveThrough(names, directory);
  if (file === undefined) throw new Error(`Perigee: ${names.join(' > ')} is not installed`);
  return createRequire(file)(file) as unknown;
}
