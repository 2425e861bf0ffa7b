import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { NothingChanged } from '../../runner/revisions/is-one-tree.ts';
import { nameProgram } from '../program-name.ts';
import { findRoot } from '../workplace.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { measure } from '../measure.ts';
import { resume } from '../resume.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { type PatchOptions, resuming, type SelectionOptions, timing } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  resuming(
    timing(command.option('--base <revision>', 'compare with it, instead of where you branched')),
  ).action((options: PatchOptions & { base?: string }) => end(patch(options)));
}

/** `perigee patch`: the working tree, what is committed and what is not, against where it branched. */
export async function patch(
  options: PatchOptions & { base?: string },
  directory = process.cwd(),
): Promise<ExitCode> {
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
    const { commit, label } = error.before;
    const program = nameProgram(findRoot(directory));
    process.stdout.write(
      `Nothing to measure: no file differs from ${label} (${shortenCommit(commit)}).\nChange something first. How noisy this machine is shows \`${program} compare HEAD HEAD\`.\n`,
    );
    return exitCode.nothingRegressed;
  }
}

/** Undefined for the newest. */
export function nameOf(resume: string | true): string | undefined {
  return resume === true ? undefined : resume;
}

export function seedOf({ seed }: SelectionOptions): { seed?: number } {
  return seed === undefined ? {} : { seed };
}
