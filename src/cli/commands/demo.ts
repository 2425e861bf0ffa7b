import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { listPlanted, makeDemoRepository } from '../demo-repository.ts';
import type { DemoOptions } from '../options.ts';
import { nameProgram, quoteWord } from '../program-name.ts';
import { patch } from './patch.ts';

const usualRegression = 'weak-hash';
const nothing = { name: 'none', title: 'The code as it is, against itself' };
/** The rest of the suite takes minutes, and shows the same again. */
const mostTests = 2;

/** `perigee demo`: a planted regression in a repository of its own, tested as `perigee patch` does. */
export async function demo({ regression = usualRegression }: DemoOptions): Promise<ExitCode> {
  if (regression === 'list') {
    for (const { name, title } of [...listPlanted(), nothing]) {
      process.stdout.write(`${name.padEnd(24)} ${title}\n`);
    }
    return exitCode.nothingRegressed;
  }
  const root = makeDemoRepository(regression);
  const test = chooseTests(regression);
  const options = test.map((name) => ` --test ${quoteWord(name)}`).join('');
  process.stdout.write(
    `An example repository, with the patch "${regression}" not yet committed:\n`,
  );
  process.stdout.write(
    `  ${root}\nTesting that patch, as this would:\n  cd ${quoteWord(root)} && ${nameProgram(root)} patch${options}\n\n`,
  );
  const code = await patch(test.length === 0 ? {} : { test }, root);
  process.stdout.write(
    `\nThe patch: git -C ${quoteWord(root)} diff\nNothing else needs this folder: rm -r ${quoteWord(root)}\n`,
  );
  // Red is what the demo is for; only a demo that could not measure has failed.
  return regression !== 'none' && code === exitCode.regressed ? exitCode.nothingRegressed : code;
}

/** Those in which the planted change shows; all of the suite where it shows in none. */
function chooseTests(regression: string): string[] {
  const regresses = listPlanted().find(({ name }) => name === regression)?.regresses ?? [];
  return [...new Set(regresses.map(({ test }) => test))].slice(0, mostTests);
}
