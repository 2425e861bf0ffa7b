import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shardsOnEach } from '../contract/platforms.ts';
import type { Suite } from '../contract/suite.ts';
import { findVersions, nameProgramOf } from './tool-steps.ts';
import { describePipeline, placeholderPlugin } from './pipeline.ts';
import { describeWorkflow, listExtras, placeholderAction, type WorkflowFacts } from './workflow.ts';

/** Relative to the repository's root. */
export const workflowFile = '.github/workflows/perigee.yml';

/** Tells a CI what to run, in a file of the repository. */
export interface CiFile {
  /** Relative to the repository's root. */
  path: string;
  /** Stands for a copy of Perigee if none is known. */
  placeholder: string;
  /** @param repository `OWNER/REPO` that has a copy of Perigee, or `OWNER/REPO@TAG` */
  nameCopy(repository: string): string;
  /** @param repository as in `nameCopy` @returns whence the jobs load Perigee then, with its tag */
  locate(repository: string): string;
  /** The page of the documentation that tells how to publish a copy. */
  page: string;
  /** How they get a copy, in lines that end a sentence which begins with "To publish one,". */
  publishing: readonly string[];
  describe(facts: WorkflowFacts): string;
}

export const githubWorkflow: CiFile = {
  path: workflowFile,
  placeholder: placeholderAction,
  nameCopy: (repository) => {
    const [name = '', tag] = repository.split('@');
    return withTag(placeholderAction, tag).replace('owner/perigee', () => name);
  },
  locate: (repository) => {
    const [name, tag = tagOf(placeholderAction)] = repository.split('@');
    return `${name} with the tag ${tag}`;
  },
  page: 'docs/github-action.md, "Where the action comes from"',
  publishing: ['push a clone of Perigee to an account of yours, with the tag v1:'],
  describe: describeWorkflow,
};

export const buildkitePipeline: CiFile = {
  path: '.buildkite/pipeline.yml',
  placeholder: placeholderPlugin,
  // Buildkite looks for the plugin in a mirror of its own: OWNER/perigee-buildkite-plugin.
  nameCopy: (repository) =>
    withTag(placeholderPlugin, repository.split('@')[1]).replace('owner', () =>
      ownerOf(repository),
    ),
  locate: (repository) => {
    const tag = repository.split('@')[1] ?? tagOf(placeholderPlugin);
    return `${ownerOf(repository)}/perigee-buildkite-plugin with the tag ${tag}`;
  },
  page: 'docs/buildkite.md, "Where the plugin comes from"',
  publishing: [
    'run git subtree split --prefix buildkite-plugin --branch plugin in a clone of Perigee, and push that',
    'branch with this tag to a repository perigee-buildkite-plugin of an account of yours:',
  ],
  describe: describePipeline,
};

function ownerOf(repository: string): string {
  return repository.split('/')[0] ?? '';
}

/** `owner/perigee#v0.1.0` → `v0.1.0` */
function tagOf(copy: string): string {
  return copy.split(/[@#]/)[1] ?? '';
}

function withTag(copy: string, tag = tagOf(copy)): string {
  return copy.replace(/(?<=[@#]).*/, () => tag);
}

/** The fate of the file. `replaced`: there was one as we write it, for other shards or another judge. */
export type WorkflowFate = 'written' | 'replaced' | 'left';

export interface WorkflowWish extends Pick<
  WorkflowFacts,
  'control' | 'defaultBranch' | 'history' | 'judge' | 'versions'
> {
  /** How many shards there were until now (of several platforms on each), where that changes. */
  formerShards?: number;
  /** The copy of Perigee to name, also in a file that names another one. */
  copy?: string | undefined;
  /** The one that a new file names. */
  usualCopy?: string | undefined;
}

/** The facts of a suite that the file needs. */
export function readFacts(
  { setup, tests, shards }: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  {
    defaultBranch,
    judge = 'report',
    history = false,
    control = false,
    versions = {},
  }: WorkflowWish,
): WorkflowFacts {
  const commands = [...setup, ...tests.map(({ command }) => command)];
  const programs = commands.flatMap(nameProgramOf);
  const facts = { defaultBranch, judge, history, control, programs, versions };
  return { ...facts, platforms: shards.platforms, shards: shardsOnEach(shards) ?? 1 };
}

/**
 * Writes a workflow, or pipeline, that measures this suite. An edited file stays as it is. An unedited one is written
 * again if the bot is to judge, if jobs are added, if the number of shards differs, or if the suite has got platforms.
 * It keeps the copy of Perigee that it names, unless another is given.
 */
export async function writeWorkflow(
  root: string,
  suite: Pick<Suite, 'setup' | 'tests' | 'shards'>,
  wish: WorkflowWish,
  ci: CiFile = githubWorkflow,
): Promise<WorkflowFate> {
  const facts = readFacts(suite, wish);
  const { copy, usualCopy = ci.placeholder, formerShards: formerly = facts.shards } = wish;
  const file = join(root, ci.path);
  const describe = (given: WorkflowFacts, own: string): string =>
    ci.describe(given).replaceAll(ci.placeholder, () => own);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, describe(facts, copy ?? usualCopy), { flag: 'wx' });
    return 'written';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  // A checkout of Windows has other ends of lines.
  const existing = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const versions = { ...facts.versions, ...findVersions(existing) };
  const onOne = formers.map((former) => ({ ...former, platforms: undefined }));
  for (const former of [...formers, ...onOne]) {
    const theirs = ci.describe({ ...facts, ...former, versions, shards: formerly });
    const own = findOwn(existing, theirs, ci.placeholder);
    if (own === undefined) continue;
    const judge = facts.judge === 'bot' ? 'bot' : former.judge;
    const [had, wanted] = [listExtras(former), listExtras(facts)];
    const history = had.history || wanted.history;
    const control = had.control || wanted.control;
    const text = describe({ ...facts, judge, history, control, versions }, copy ?? own);
    if (text === existing) return 'left';
    await writeFile(file, text);
    return 'replaced';
  }
  return 'left';
}

/** All that may have been asked for when the file was written. */
const formers: readonly Pick<WorkflowFacts, 'control' | 'history' | 'judge'>[] = [
  ...[false, true].flatMap((history) =>
    [false, true].map((control) => ({ judge: 'report' as const, history, control })),
  ),
  { judge: 'bot' },
];

/** A user who named their copy of Perigee did what init asked for, and changed nothing else. */
function findOwn(existing: string, ours: string, placeholder: string): string | undefined {
  const [head = ''] = ours.split(placeholder, 1);
  const [line = ''] = existing.slice(head.length).split('\n', 1);
  // Options of a plugin follow its name.
  const own = line.replace(/:$/, '');
  return existing === ours.replaceAll(placeholder, () => own) ? own : undefined;
}
