import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The folder of Perigee's own package, where sdk/ and action/ lie: the tests find it as PERIGEE_HOME. */
export const packageFolder = findPackage(import.meta.dirname);

/** What the page of a report carries, as it was bundled with the action. */
export function readPageAssets(): { script: string; style: string } {
  const read = (file: string): Buffer =>
    readFileSync(join(packageFolder, 'action', 'dist', 'page', file));
  return {
    script: brotliDecompressSync(read('page.js.br')).toString('utf8'),
    style: read('page.css').toString('utf8'),
  };
}

function findPackage(directory: string): string {
  if (existsSync(join(directory, 'action', 'action.yml'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('the action is not complete: action.yml is missing');
  return findPackage(parent);
}
