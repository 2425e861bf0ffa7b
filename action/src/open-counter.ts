import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenedCounter, runHere } from './install-with-sudo.ts';

/** The version that is tested with Perigee, exactly: the program that uses it runs as root. */
export const koffiVersion = '3.3.4';

export interface CounterPlace {
  /** Ends with the job. */
  temporaryFolder: string;
  /** Where `count-as-root.js` lies beside the action. */
  bundle: string;
  /** @returns why it failed */
  run?: typeof runHere;
}

/** Puts that program beside koffi, which the action does not carry since it is machine code, and tries it. */
export async function openCounter({
  bundle,
  run = runHere,
  temporaryFolder,
}: CounterPlace): Promise<OpenedCounter> {
  const home = mkdtempSync(join(temporaryFolder, 'perigee-counter-'));
  const program = join(home, 'count-as-root.mjs');
  copyFileSync(join(bundle, 'count-as-root.js'), program);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const missing = await run('npm', [
    'install',
    '--prefix',
    home,
    ...quiet,
    `koffi@${koffiVersion}`,
  ]);
  if (missing !== undefined) return { why: `koffi could not be installed: ${missing}` };
  const command = ['--non-interactive', '--', process.execPath, program];
  const refused = await run('sudo', [...command, '--check']);
  return refused === undefined ? { command: ['sudo', ...command] } : { why: refused };
}
