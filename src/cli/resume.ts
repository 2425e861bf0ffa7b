import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunRecord } from '../contract/documents.ts';
import { UserError, type ExitCode } from '../contract/user-error.ts';
import { parseDocument } from '../contract/validate.ts';
import { readRunState } from '../runner/journal/run-state.ts';
import { concludeRun } from './conclude-run.ts';
import { createJudge, isOfWorkingTree, readBase } from './judge-record.ts';
import { measure } from './measure.ts';
import type { ConcludeOptions, PatchOptions } from './shared-options.ts';
import { findRun, runFiles } from './run-folder.ts';
import { findRoot, openWorkplace } from './workplace.ts';

/**
 * Goes on with a run, whichever command began it: it knows itself what it compares. Of one that came to its
 * end it shows the verdict.
 * @param named its id or folder; the newest when absent
 */
export async function resume(
  directory: string,
  named: string | undefined,
  options: PatchOptions & ConcludeOptions,
): Promise<ExitCode> {
  if (options.time !== undefined) {
    throw new UserError({
      where: '--time',
      seen: 'a run that is resumed keeps its time',
      expected: '--resume without --time',
    });
  }
  const folder = findRun(findRoot(directory), named, runFiles.state);
  const { record: planned } = await readRunState(folder);
  const record = readRecord(folder);
  if (record?.status !== 'complete') {
    return measure(directory, { resume: basename(folder), planned }, options);
  }
  process.stderr.write(`run ${record.id} came to its end: nothing is left to do\n`);
  const tests = planned.tests.map(({ name }) => name);
  const workplace = await openWorkplace(directory, options, tests);
  const base = await readBase(workplace, record.before.commit);
  const judge = await createJudge(workplace, base, { isOfCommits: !isOfWorkingTree(record) });
  return concludeRun(workplace, record, judge, options);
}

function readRecord(folder: string): RunRecord | undefined {
  const file = join(folder, runFiles.record);
  return existsSync(file)
    ? parseDocument('run-record', readFileSync(file, 'utf8'), file)
    : undefined;
}
