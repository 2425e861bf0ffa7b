import type { Revision, Verdict } from '../../contract/documents.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { renderJson } from '../../report/render-json.ts';
import { NothingChanged } from '../../runner/revisions/is-one-tree.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { countStates } from '../../verdict/conclude.ts';
import { redShare } from '../../verdict/rule/plan-looks.ts';
import { nameBranch } from '../ask-git.ts';
import { nameProgram } from '../program-name.ts';
import { readOpenRun } from '../run-folder.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import { nameRevision } from '../../contract/commit.ts';
import { measure } from '../measure.ts';
import { resume } from '../resume.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import {
  type ConcludeOptions,
  type PatchOptions,
  resuming,
  type SelectionOptions,
  timing,
  wordsOf,
} from '../shared-options.ts';

export function declareCommand(command: Command): void {
  resuming(
    timing(command.option('--base <revision>', 'compare with it, instead of where you branched')),
  ).action((options: OwnOptions) => end(patch(options)));
}

interface OwnOptions extends PatchOptions, ConcludeOptions {
  base?: string;
}

/** `perigee patch`: the working tree, what is committed and what is not, against where it branched. */
export async function patch(options: OwnOptions, directory = process.cwd()): Promise<ExitCode> {
  const { base, resume: resumed } = options;
  if (resumed !== undefined) {
    if (base === undefined) return resume(directory, nameOf(resumed), options);
    throw new UserError({
      where: '--base',
      seen: 'a run that is resumed keeps its revisions',
      expected: '`perigee patch --resume`, with the id of a run or without',
      remedy: 'leave --base out',
    });
  }
  const before =
    base === undefined
      ? ({ kind: 'where-it-branched' } as const)
      : ({ kind: 'revision', name: base } as const);
  const sides = { before, after: { kind: 'working-tree' } } as const;
  try {
    return await measure(directory, { sides, needsChange: true, ...seedOf(options) }, options);
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    const { before } = error;
    const root = findRoot(directory);
    const { name } = await loadSuite(findSuiteFile(root, options.config));
    const headline = `Nothing to measure: no file differs from ${nameRevision(before)}.`;
    const asked = { suite: name, branch: nameBranch(root), base: before.commit };
    const open = readOpenRun(root, asked);
    const next =
      open === undefined
        ? 'Change something first.'
        : `Run ${open.build.id} was ${open.conclusion === 'regressed' ? 'red' : 'undecided'} against this base. Your files are those of the base again, so they are as fast as it.`;
    wordsOf(options).write(
      `${headline}\n${next} How noisy this machine is shows \`${nameProgram(root)} compare HEAD HEAD\`.\n`,
    );
    if (options.json === true) {
      process.stdout.write(renderJson(describeUnchanged(name, before, headline)));
    }
    return exitCode.nothingRegressed;
  }
}

function describeUnchanged(suite: string, before: Revision, headline: string): Verdict {
  const startedAt = new Date().toISOString();
  return {
    ...{ schema: 'perigee/verdict', version: 1 },
    build: { id: 'unchanged', suite, before, after: before, startedAt },
    ...{ conclusion: 'nothing-measured', headline, counts: countStates([]) },
    budget: { q: redShare, look: 1, looks: 1, tested: 0 },
    ...{ metrics: [], series: [], spans: [], tests: [], problems: [] },
  };
}

/** Undefined for the newest. */
export function nameOf(resume: string | true): string | undefined {
  return resume === true ? undefined : resume;
}

export function seedOf({ seed }: SelectionOptions): { seed?: number } {
  return seed === undefined ? {} : { seed };
}
