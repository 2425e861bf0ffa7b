import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Which files import a file, of all files that are known. */
export type Importers = ReadonlyMap<string, readonly string[]>;

const typeImports = /^import (?:type [^;]*?|\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}) from [^;]*;/gm;

/**
 * An import of types alone does not count: no fault comes through it.
 * @param files with their text, by their paths in the repository
 */
export function findImporters(files: ReadonlyMap<string, string>): Importers {
  const importers = new Map<string, string[]>();
  for (const [file, text] of files) {
    for (const { fileName } of ts.preProcessFile(text.replaceAll(typeImports, '')).importedFiles) {
      const imported = fileName.startsWith('.') ? join(dirname(file), fileName) : undefined;
      if (imported === undefined || !files.has(imported)) continue;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/**
 * The tests that reach a file through imports: first the one that mirrors it, then those that reach it by the
 * fewest steps.
 */
export function listNearestTests(importers: Importers, file: string): string[] {
  const seen = new Set([file]);
  // Grows while it is gone through: that makes the order that of the steps.
  for (const each of seen) {
    for (const importer of importers.get(each) ?? []) seen.add(importer);
  }
  const tests = [...seen].filter((each) => each.endsWith('.test.ts'));
  const own = findMirror(file);
  const rank = (test: string): number => (test === own ? 0 : isBeside(test, file) ? 1 : 2);
  return tests.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a test lies in the folder that mirrors the one of a file. */
export function isBeside(test: string, file: string): boolean {
  return dirname(test) === dirname(findMirror(file));
}

function findMirror(file: string): string {
  const place = file.replace(/^src\/|(?<=^(?:bot|action|buildkite-plugin)\/)src\//, '');
  return `test/${place.replace(/\.ts$/, '.test.ts')}`;
}
