import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { describeWorkflow, placeholderAction, type WorkflowFacts } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/** What became of the workflow. `replaced`: there was one as we write it, with a report job. */
export type WorkflowFate = 'written' | 'replaced' | 'left';

/**
 * Writes a first workflow that measures this suite. One that is there already stays as it is. Only where the
 * bot is to judge, and nobody has changed what was written before there was one, that is written anew; the
 * copy of the action that it names stays.
 */
export async function writeWorkflow(
  root: string,
  { setup, tests, shards }: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  { defaultBranch, judge = 'report' }: Pick<WorkflowFacts, 'defaultBranch' | 'judge'>,
): Promise<WorkflowFate> {
  const commands = [...setup, ...tests.map(({ command }) => command)];
  const programs = commands.flatMap((command) => command.slice(0, 1));
  const facts = { defaultBranch, shards: shards.total ?? 1, programs };
  const text = describeWorkflow({ ...facts, judge });
  const file = join(root, workflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
    return 'written';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const withReport = describeWorkflow({ ...facts, judge: 'report' });
  const action = findOwnAction(await readFile(file, 'utf8'), withReport);
  if (judge !== 'bot' || action === undefined) return 'left';
  await writeFile(file, useAction(text, action));
  return 'replaced';
}

/** Whoever named their copy of the action did what init asked for, and has changed nothing else. */
function findOwnAction(existing: string, ours: string): string | undefined {
  const [head = ''] = ours.split(placeholderAction, 1);
  const [action = ''] = existing.slice(head.length).split('\n', 1);
  return existing === useAction(ours, action) ? action : undefined;
}

function useAction(text: string, action: string): string {
  return text.replaceAll(placeholderAction, () => action);
}
