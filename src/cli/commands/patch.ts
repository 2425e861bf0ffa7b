import type { ExitCode } from '../../contract/user-error.ts';
import { measure } from '../measure.ts';
import type { SelectionOptions } from '../options.ts';

/** `perigee patch`: the uncommitted working tree against where it branched. */
export function patch(options: SelectionOptions, directory = process.cwd()): Promise<ExitCode> {
  const sides = { before: { kind: 'where-it-branched' }, after: { kind: 'working-tree' } } as const;
  return measure(directory, { sides, ...seedOf(options) }, options);
}

export function seedOf({ seed }: SelectionOptions): { seed?: number } {
  return seed === undefined ? {} : { seed };
}
