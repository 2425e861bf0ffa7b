import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The files beside the bundled program of a CI. */
export interface Bundle {
  /** PERIGEE_HOME for setup and tests: the SDKs for tests. */
  home: string;
  /** The script and style of a report's page. */
  readPageAssets(this: void): { script: string; style: string };
}

/**
 * @param directory of the file that asks: of the bundle or, for the sources, beside or below the bundle that is
 *   committed
 */
export function openBundle(directory: string): Bundle {
  const folder = findBundle(directory);
  const page = join(folder, 'page');
  return {
    home: join(folder, 'home'),
    readPageAssets: () => ({
      script: brotliDecompressSync(readFileSync(join(page, 'page.js.br'))).toString('utf8'),
      style: readFileSync(join(page, 'page.css'), 'utf8'),
    }),
  };
}

function findBundle(directory: string): string {
  for (const folder of [directory, join(directory, 'dist')]) {
    if (existsSync(join(folder, 'home', 'package.json'))) return folder;
  }
  const parent = dirname(directory);
  if (parent === directory) throw new Error('the bundle is not complete: home/ is missing');
  return findBundle(parent);
}
