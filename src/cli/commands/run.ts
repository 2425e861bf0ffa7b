import { UserError, type ExitCode } from '../../contract/user-error.ts';
import type { SidesRequest } from '../../runner/revisions/resolve-sides.ts';
import { parseShard } from '../../suite/shards/parse-shard.ts';
import { measure } from '../measure.ts';
import type { RunOptions } from '../options.ts';
import { resume } from '../resume.ts';
import { nameProgram } from '../program-name.ts';
import { tellUncommitted } from '../tell-uncommitted.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import { nameOf, seedOf } from './patch.ts';

/** `perigee run`: the committed change, or an interrupted run again. */
export async function run(options: RunOptions): Promise<ExitCode> {
  const { before, after = 'HEAD' } = options;
  const directory = process.cwd();
  if (options.resume !== undefined && options.shard !== undefined) throw refuseShard();
  if (options.resume !== undefined) return resume(directory, nameOf(options.resume), options);
  const shard = options.shard === undefined ? undefined : parseShard(options.shard, '--shard');
  const sides: SidesRequest = {
    before:
      before === undefined ? { kind: 'where-it-branched' } : { kind: 'revision', name: before },
    after: { kind: 'revision', name: after },
  };
  if (options.after === undefined) warnOfUncommitted(directory, options.config);
  return measure(
    directory,
    { sides, ...(shard === undefined ? {} : { shard }), ...seedOf(options) },
    options,
  );
}

function warnOfUncommitted(directory: string, config: string | undefined): void {
  const root = findRoot(directory);
  const warning = tellUncommitted(root, findSuiteFile(root, config), nameProgram(root));
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
}

function refuseShard(): UserError {
  return new UserError({
    where: '--shard',
    seen: 'a run that is resumed keeps its shard',
    expected: '--resume without --shard',
  });
}
