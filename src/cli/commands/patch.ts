import type { ExitCode } from '../../contract/user-error.ts';
import { measure } from '../measure.ts';
import { resume } from '../resume.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { type PatchOptions, resuming, type SelectionOptions, timing } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  resuming(timing(command)).action((options: PatchOptions) => end(patch(options)));
}

/** `perigee patch`: the working tree, what is committed and what is not, against where it branched. */
export function patch(options: PatchOptions, directory = process.cwd()): Promise<ExitCode> {
  if (options.resume !== undefined) return resume(directory, nameOf(options.resume), options);
  const sides = { before: { kind: 'where-it-branched' }, after: { kind: 'working-tree' } } as const;
  return measure(directory, { sides, ...seedOf(options) }, options);
}

/** Undefined for the newest. */
export function nameOf(resume: string | true): string | undefined {
  return resume === true ? undefined : resume;
}

export function seedOf({ seed }: SelectionOptions): { seed?: number } {
  return seed === undefined ? {} : { seed };
}
