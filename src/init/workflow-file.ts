import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Suite } from '../contract/suite.ts';
import { describePipeline, placeholderPlugin } from './pipeline.ts';
import { describeWorkflow, placeholderAction, type WorkflowFacts } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/** What a CI has to be told, in a file of the repository. */
export interface CiFile {
  /** Relative to the repository's root. */
  path: string;
  /** What a person replaces by their own copy of Perigee. */
  placeholder: string;
  /** How they get a copy, in lines that end a sentence which begins with "To publish it,". */
  publishing: readonly string[];
  describe(facts: WorkflowFacts): string;
}

export const githubWorkflow: CiFile = {
  path: workflowFile,
  placeholder: placeholderAction,
  publishing: ['push a clone of Perigee to an account of yours, with the tag that this line names'],
  describe: describeWorkflow,
};

export const buildkitePipeline: CiFile = {
  path: '.buildkite/pipeline.yml',
  placeholder: placeholderPlugin,
  publishing: [
    'run git subtree split --prefix buildkite-plugin --branch plugin in a clone of Perigee, and push that',
    'branch with this tag to a repository perigee-buildkite-plugin of an account of yours; docs/buildkite.md',
    'has the commands under "Where the plugin comes from"',
  ],
  describe: describePipeline,
};

/** What became of the file. `replaced`: there was one as we write it, for other shards or another judge. */
export type WorkflowFate = 'written' | 'replaced' | 'left';

export interface WorkflowWish extends Pick<WorkflowFacts, 'defaultBranch' | 'judge'> {
  /** How many shards there were until now, where that changes. */
  formerShards?: number;
}

/** What the file has to know of a suite. */
export function readFacts(
  { setup, tests, shards }: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  { defaultBranch, judge = 'report' }: WorkflowWish,
): WorkflowFacts {
  const commands = [...setup, ...tests.map(({ command }) => command)];
  const programs = commands.flatMap((command) => command.slice(0, 1));
  return { defaultBranch, judge, programs, shards: shards.total ?? 1 };
}

/**
 * Writes a first workflow, or pipeline, that measures this suite. One that somebody has changed stays as it is.
 * One that nobody has changed is written anew where the bot is to judge, or where there are other shards; the
 * copy of Perigee that it names stays.
 */
export async function writeWorkflow(
  root: string,
  suite: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  wish: WorkflowWish,
  ci: CiFile = githubWorkflow,
): Promise<WorkflowFate> {
  const facts = readFacts(suite, wish);
  const { judge } = facts;
  const { formerShards: formerly = facts.shards } = wish;
  const file = join(root, ci.path);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, ci.describe(facts), { flag: 'wx' });
    return 'written';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const existing = await readFile(file, 'utf8');
  for (const former of ['report', 'bot'] as const) {
    const theirs = ci.describe({ ...facts, judge: former, shards: formerly });
    const own = findOwn(existing, theirs, ci.placeholder);
    if (own === undefined) continue;
    const text = ci
      .describe({ ...facts, judge: judge === 'bot' ? 'bot' : former })
      .replaceAll(ci.placeholder, () => own);
    if (text === existing) return 'left';
    await writeFile(file, text);
    return 'replaced';
  }
  return 'left';
}

/** A user who named their copy of Perigee did what init asked for, and changed nothing else. */
function findOwn(existing: string, ours: string, placeholder: string): string | undefined {
  const [head = ''] = ours.split(placeholder, 1);
  const [line = ''] = existing.slice(head.length).split('\n', 1);
  // Options of a plugin follow its name.
  const own = line.replace(/:$/, '');
  return existing === ours.replaceAll(placeholder, () => own) ? own : undefined;
}
