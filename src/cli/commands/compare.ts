import type { ExitCode } from '../../contract/user-error.ts';
import { measure } from '../measure.ts';
import type { SelectionOptions } from '../options.ts';
import { seedOf } from './patch.ts';

/** `perigee compare`: any two revisions. */
export function compare(
  before: string,
  after: string,
  options: SelectionOptions,
): Promise<ExitCode> {
  const sides = {
    before: { kind: 'revision', name: before },
    after: { kind: 'revision', name: after },
  } as const;
  return measure(process.cwd(), { sides, ...seedOf(options) }, options);
}
