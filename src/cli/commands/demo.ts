import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { listPlanted, makeDemoRepository } from '../demo-repository.ts';
import type { DemoOptions } from '../options.ts';
import { nameProgram, quoteWord } from '../program-name.ts';
import { patch } from './patch.ts';

const usualRegression = 'weak-hash';
const nothing = { name: 'none', title: 'The code as it is, against itself' };

/** `perigee demo`: a planted regression in a repository of its own, tested as `perigee patch` does. */
export async function demo({ regression = usualRegression }: DemoOptions): Promise<ExitCode> {
  if (regression === 'list') {
    for (const { name, title } of [...listPlanted(), nothing]) {
      process.stdout.write(`${name.padEnd(24)} ${title}\n`);
    }
    return exitCode.nothingRegressed;
  }
  const root = makeDemoRepository(regression);
  process.stdout.write(
    `An example repository, with the patch "${regression}" not yet committed:\n`,
  );
  process.stdout.write(
    `  ${root}\nTesting that patch, as this would:\n  cd ${quoteWord(root)} && ${nameProgram(root)} patch\n\n`,
  );
  const code = await patch({}, root);
  process.stdout.write(
    `\nThe patch: git -C ${quoteWord(root)} diff\nNothing else needs this folder: rm -r ${quoteWord(root)}\n`,
  );
  // Red is what the demo is for; only a demo that could not measure has failed.
  return regression !== 'none' && code === exitCode.regressed ? exitCode.nothingRegressed : code;
}
