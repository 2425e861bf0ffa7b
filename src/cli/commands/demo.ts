import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { listRegressions, makeDemoRepository } from '../demo-repository.ts';
import type { DemoOptions } from '../options.ts';
import { patch } from './patch.ts';

const usualRegression = 'weak-hash';

/** `perigee demo`: a planted regression in a repository of its own, tested as `perigee patch` does. */
export async function demo({ regression = usualRegression }: DemoOptions): Promise<ExitCode> {
  if (regression === 'list') {
    process.stdout.write(`${[...listRegressions(), 'none'].join('\n')}\n`);
    return exitCode.nothingRegressed;
  }
  const root = makeDemoRepository(regression);
  process.stdout.write(
    `An example repository, with the patch "${regression}" not yet committed:\n`,
  );
  process.stdout.write(
    `  ${root}\nTesting that patch, as this would:\n  cd ${root} && perigee patch\n\n`,
  );
  const code = await patch({}, root);
  process.stdout.write(`\nThe patch: git -C ${root} diff\n`);
  // Red is what the demo is for; only a demo that could not measure has failed.
  return regression !== 'none' && code === exitCode.regressed ? exitCode.nothingRegressed : code;
}
