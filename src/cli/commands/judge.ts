import { resolve } from 'node:path';
import type { ExitCode } from '../../contract/user-error.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { chooseExit } from '../conclude-run.ts';
import { findFolder, judgeAgain } from '../judge-build.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { findRoot } from '../workplace.ts';
import { printVerdict } from './report.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { type ConcludeOptions, failOn, rendering, type ReportOptions } from '../shared-options.ts';

type JudgeOptions = ReportOptions & Pick<ConcludeOptions, 'failOn'>;

export function declareCommand(command: Command): void {
  rendering(command)
    .addOption(failOn())
    .action((runs: string[], options: JudgeOptions) => end(judge(runs, options)));
}

/**
 * `perigee judge`: judges what was recorded again, by the thresholds as they stand now. The verdict that the
 * run left stays as it is.
 */
async function judge(runs: readonly string[], options: JudgeOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const named = runs.map((run) => findFolder(root, run) ?? resolve(run));
  // Only comparisons leave a verdict: runs of one commit do not.
  const newest = (): string => findRun(root, undefined, runFiles.verdict);
  const records = await readRecords(named.length > 0 ? named : [newest()]);
  const { judged, isSelection } = await judgeAgain(root, records, options.config);
  await printVerdict(root, judged.verdict, options);
  return chooseExit(judged, records, { failOn: options.failOn, isSelection });
}
