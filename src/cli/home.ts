import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of Perigee's own package: where schemas/, examples/ and dist/ lie. */
export const home = findHome(import.meta.dirname);

function findHome(directory: string): string {
  if (existsSync(join(directory, 'schemas', 'config.schema.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('Perigee is not complete: schemas/ is missing');
  return findHome(parent);
}
