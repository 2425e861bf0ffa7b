import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { describeWorkflow } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/**
 * Writes a first workflow that measures this suite. One that is there already stays as it is.
 * @param defaultBranch that changes are merged into
 * @returns whether it was written
 */
export async function writeWorkflow(
  root: string,
  { setup, tests, shards }: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  defaultBranch: string,
): Promise<boolean> {
  const commands = [...setup, ...tests.map(({ command }) => command)];
  const programs = commands.flatMap((command) => command.slice(0, 1));
  const text = describeWorkflow({ defaultBranch, shards: shards.total ?? 1, programs });
  const file = join(root, workflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  }
}
