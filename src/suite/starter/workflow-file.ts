import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositoryFindings } from './findings.ts';
import { describeWorkflow } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/**
 * Writes a first workflow for a repository whose perigee.yml was made of these findings. One that is there
 * already stays as it is.
 * @returns what was done, in a sentence for the user
 */
export async function writeWorkflow(
  root: string,
  { setup, tests }: Pick<RepositoryFindings, 'setup' | 'tests'>,
  defaultBranch: string,
): Promise<string> {
  const programs = [...setup, ...tests].flatMap(({ command }) => command.slice(0, 1));
  const text = describeWorkflow({ defaultBranch, shards: 1, programs });
  const file = join(root, workflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return `left ${workflowFile} as it is`;
  }
  return `wrote ${workflowFile}, which measures every pull request on GitHub`;
}
