import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { resolveBefore } from '../../runner/revisions/resolve-sides.ts';
import { git, listUntracked } from '../ask-git.ts';
import { nameProgram } from '../program-name.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import { loadSuite } from '../../suite/load-suite.ts';
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
  if (resumed !== undefined) return resume(directory, nameOf(resumed), options);
  const before =
    base === undefined
      ? ({ kind: 'where-it-branched' } as const)
      : ({ kind: 'revision', name: base } as const);
  const sides = { before, after: { kind: 'working-tree' } } as const;
  const root = findRoot(directory);
  const unchanged = await findUnchanged(root, sides);
  if (unchanged === undefined) return measure(directory, { sides, ...seedOf(options) }, options);
  // Its mistakes are told all the same.
  await loadSuite(findSuiteFile(root, options.config));
  process.stdout.write(
    `Nothing to measure: no file differs from ${unchanged}.\nChange something first. How noisy this machine is shows \`${nameProgram(root)} compare HEAD HEAD\`.\n`,
  );
  return exitCode.nothingRegressed;
}

/** @returns the baseline, where the working tree holds the same files */
async function findUnchanged(
  root: string,
  sides: Parameters<typeof resolveBefore>[1],
): Promise<string | undefined> {
  const before = await resolveBefore(await openRepository(root, process.env), sides);
  if (before === undefined || git(root, ['diff', '--quiet', before.commit, '--']).status !== 0) {
    return undefined;
  }
  return listUntracked(root).length === 0
    ? `${before.label} (${shortenCommit(before.commit)})`
    : undefined;
}

/** Undefined for the newest. */
export function nameOf(resume: string | true): string | undefined {
  return resume === true ? undefined : resume;
}

export function seedOf({ seed }: SelectionOptions): { seed?: number } {
  return seed === undefined ? {} : { seed };
}
