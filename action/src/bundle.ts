import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const bundle = findBundle(import.meta.dirname);

/** What setup and tests find as PERIGEE_HOME: the SDKs for tests, as they were bundled with the action. */
export const home = join(bundle, 'home');

/** What the page of a report carries, as it was bundled with the action. */
export function readPageAssets(): { script: string; style: string } {
  const read = (file: string): Buffer => readFileSync(join(bundle, 'page', file));
  return {
    script: brotliDecompressSync(read('page.js.br')).toString('utf8'),
    style: read('page.css').toString('utf8'),
  };
}

function findBundle(directory: string): string {
  if (existsSync(join(directory, 'home', 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('the action is not complete: home/ is missing');
  return findBundle(parent);
}
