import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Suite } from '../../contract/suite.ts';
import { describeWorkflow, placeholderAction, type WorkflowFacts } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/** What became of the workflow. `replaced`: there was one as we write it, for other shards or another judge. */
export type WorkflowFate = 'written' | 'replaced' | 'left';

export interface WorkflowWish extends Pick<WorkflowFacts, 'defaultBranch' | 'judge'> {
  /** How many shards there were until now, where that changes. */
  formerShards?: number;
}

/**
 * Writes a first workflow that measures this suite. One that somebody has changed stays as it is. One that
 * nobody has changed is written anew where the bot is to judge, or where there are other shards; the copy of
 * the action that it names stays.
 */
export async function writeWorkflow(
  root: string,
  { setup, tests, shards }: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  { defaultBranch, judge = 'report', formerShards }: WorkflowWish,
): Promise<WorkflowFate> {
  const commands = [...setup, ...tests.map(({ command }) => command)];
  const programs = commands.flatMap((command) => command.slice(0, 1));
  const total = shards.total ?? 1;
  const describe = (by: typeof judge, count = total): string =>
    describeWorkflow({ defaultBranch, programs, shards: count, judge: by });
  const file = join(root, workflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, describe(judge), { flag: 'wx' });
    return 'written';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const existing = await readFile(file, 'utf8');
  for (const former of ['report', 'bot'] as const) {
    const action = findOwnAction(existing, describe(former, formerShards));
    if (action === undefined) continue;
    const text = useAction(describe(judge === 'bot' ? 'bot' : former), action);
    if (text === existing) return 'left';
    await writeFile(file, text);
    return 'replaced';
  }
  return 'left';
}

/** A user who named their copy of the action did what init asked for, and changed nothing else. */
function findOwnAction(existing: string, ours: string): string | undefined {
  const [head = ''] = ours.split(placeholderAction, 1);
  const [action = ''] = existing.slice(head.length).split('\n', 1);
  return existing === useAction(ours, action) ? action : undefined;
}

function useAction(text: string, action: string): string {
  return text.replaceAll(placeholderAction, () => action);
}
