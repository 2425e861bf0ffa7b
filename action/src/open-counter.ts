import { copyFileSync, mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type OpenedCounter, runHere } from './install-with-sudo.ts';

export interface CounterPlace {
  /** Ends with the job. */
  temporaryFolder: string;
  /** `action/dist` in a checkout of Perigee, as GitHub makes it. */
  bundle: string;
  /** @returns why it failed */
  run?: typeof runHere;
}

const limitSeconds = '90';
/** Tests run as the user who installed it: what root starts lies where only root writes. */
const script = `umask 022; cp -R "$1" "$2" && exec "$3" "$2/count-as-root.mjs" --check`;

/** Gets koffi, in the version and by the checksum of Perigee's lock file, for the program that counts as root, and tries that. */
export async function openCounter({
  bundle,
  run = runHere,
  temporaryFolder,
}: CounterPlace): Promise<OpenedCounter> {
  const home = mkdtempSync(join(temporaryFolder, 'perigee-counter-'));
  copyFileSync(join(bundle, 'count-as-root.js'), join(home, 'count-as-root.mjs'));
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(bundle, '../..', file), join(home, file));
  }
  // Of Perigee's own packages, koffi alone is none of development. It is machine code, so no bundle has it.
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const missing = await run('npm', ['ci', '--prefix', home, ...quiet]);
  if (missing !== undefined) return { why: `koffi could not be installed: ${missing}` };
  const ofRoot = join('/opt', basename(home));
  const sudo = ['--non-interactive', '--'];
  // It ends all of them: this user may not end what root has started.
  const limited = ['timeout', '--kill-after=5', limitSeconds, 'sh', '-c', script, 'sh'];
  const refused = await run('sudo', [...sudo, ...limited, home, ofRoot, process.execPath]);
  if (refused !== undefined) return { why: refused };
  return { command: ['sudo', ...sudo, process.execPath, join(ofRoot, 'count-as-root.mjs')] };
}
