import { basename } from 'node:path';
import type { ExitCode } from '../../contract/user-error.ts';
import type { SidesRequest } from '../../runner/revisions/resolve-sides.ts';
import { readRunState } from '../../runner/journal/run-state.ts';
import { measure } from '../measure.ts';
import type { RunOptions } from '../options.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { findRoot } from '../workplace.ts';
import { seedOf } from './patch.ts';

/** `perigee run`: the committed change, or an interrupted run again. */
export async function run(options: RunOptions): Promise<ExitCode> {
  const { before, after = 'HEAD', resume } = options;
  const directory = process.cwd();
  if (resume !== undefined) {
    const named = resume === true ? undefined : resume;
    const folder = findRun(findRoot(directory), named, runFiles.state);
    const { record } = await readRunState(folder);
    const tests = record.tests.map(({ name }) => name);
    return measure(directory, { resume: basename(folder), tests }, options);
  }
  const sides: SidesRequest = {
    before:
      before === undefined ? { kind: 'where-it-branched' } : { kind: 'revision', name: before },
    after: { kind: 'revision', name: after },
  };
  return measure(directory, { sides, ...seedOf(options) }, options);
}
