import { mkdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Mount } from '../../contract/execution.ts';

export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : folder + sep);
}

export function makeEmpty(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Folders that a view lays something over, each bound to a place of its own before: there it stays as the machine has it,
 * and its name has no character that the options of a mount may not hold.
 */
export class Originals {
  readonly mounts: Mount[];
  readonly #places: ReadonlyMap<string, string>;

  /** @param folders absolute, those that hold others first */
  constructor(place: string, folders: readonly string[]) {
    const entries = folders.map(
      (folder, i) => [folder, makeEmpty(join(place, String(i)))] as const,
    );
    this.#places = new Map(entries);
    this.mounts = entries.map(([bind, at]) => ({ bind, at }));
  }

  /** Whether something is laid over a folder in this one, or over itself. */
  isAbove(path: string): boolean {
    return [...this.#places.keys()].some((folder) => isIn(folder, path));
  }

  /** The path at which a file is seen as the machine has it. */
  find(path: string): string {
    // The last one is the nearest.
    const folder = [...this.#places.keys()].findLast((one) => isIn(path, one));
    if (folder === undefined) return path;
    return join(this.#places.get(folder) ?? '', relative(folder, path));
  }
}
