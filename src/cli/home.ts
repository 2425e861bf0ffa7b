import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Perigee's own package: where schemas/, examples/ and dist/ lie. */
// Not `import.meta.dirname`, which Node has since 20.11.
export const home = findHome(dirname(fileURLToPath(import.meta.url)));

function findHome(directory: string): string {
  if (existsSync(join(directory, 'schemas', 'config.schema.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('Perigee is not complete: schemas/ is missing');
  return findHome(parent);
}

/** Reads package.json of Perigee. */
export function readOwnPackage(): { version: string; repository?: string | { url: string } } {
  return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as ReturnType<
    typeof readOwnPackage
  >;
}
