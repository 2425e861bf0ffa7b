import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where servers for the tests are kept from run to run: the user's, outside the repository. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'perigee-tests');
}
