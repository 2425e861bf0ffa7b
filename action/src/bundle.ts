import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** What setup and tests find as PERIGEE_HOME: the SDKs for tests, as they were bundled with the action. */
export function findHome(): string {
  return join(findBundle(import.meta.dirname), 'home');
}

/** What the page of a report carries, as it was bundled with the action. */
export function readPageAssets(): { script: string; style: string } {
  const page = join(findBundle(import.meta.dirname), 'page');
  return {
    script: brotliDecompressSync(readFileSync(join(page, 'page.js.br'))).toString('utf8'),
    style: readFileSync(join(page, 'page.css'), 'utf8'),
  };
}

/** The folder that this file was bundled into; for the sources, the bundle that is committed beside them. */
function findBundle(directory: string): string {
  for (const folder of [directory, join(directory, 'dist')]) {
    if (existsSync(join(folder, 'home', 'package.json'))) return folder;
  }
  const parent = dirname(directory);
  if (parent === directory) throw new Error('the action is not complete: home/ is missing');
  return findBundle(parent);
}
