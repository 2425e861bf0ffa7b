import { UserError, type ExitCode } from '../../contract/user-error.ts';
import { measure } from '../measure.ts';
import { resume } from '../resume.ts';
import { nameOf, seedOf } from './patch.ts';
import { type Command, Option } from 'commander';
import { end } from '../end-with.ts';
import { type CompareOptions, resuming, timing } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  resuming(
    timing(
      command
        .argument('[before]', 'the baseline: a commit, branch or tag')
        .argument('[after]', 'the change'),
    ).addOption(
      new Option(
        '--expect <verdict>',
        'measure tests that may have improved first, up to maxRepeats',
      ).choices(['improved']),
    ),
  ).action((before: string | undefined, after: string | undefined, options: CompareOptions) =>
    end(compare(before, after, options)),
  );
}

/** `perigee compare`: any two revisions, or an interrupted run again, which knows what it compares. */
async function compare(
  before: string | undefined,
  after: string | undefined,
  options: CompareOptions,
): Promise<ExitCode> {
  if (options.resume !== undefined) {
    if (before === undefined) return resume(process.cwd(), nameOf(options.resume), options);
    throw new UserError({
      where: '--resume',
      seen: 'a run that is resumed keeps its revisions',
      expected: '`perigee compare --resume`, with the id of a run or without',
      remedy: 'leave the revisions out',
    });
  }
  if (before === undefined || after === undefined) {
    throw new UserError({
      seen: before === undefined ? 'no revision is named' : 'only one revision is named',
      expected: 'two: `perigee compare <before> <after>`, e.g. `perigee compare main HEAD`',
    });
  }
  const sides = {
    before: { kind: 'revision', name: before },
    after: { kind: 'revision', name: after },
  } as const;
  return measure(process.cwd(), { sides, ...seedOf(options) }, options);
}
