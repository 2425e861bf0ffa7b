import { UserError, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { parseShard } from '../../suite/shards/parse-shard.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { findSides } from '../../pipeline/buildkite/find-sides.ts';
import { readBuild } from '../../pipeline/buildkite/read-build.ts';
import { type BuildkiteJob, readBuildkiteJob } from '../../pipeline/buildkite/read-job.ts';
import { refuseOtherShards } from '../../pipeline/buildkite/refuse-other-shards.ts';
import { artifactsOf, forgetOtherBuilds } from '../forget-other-builds.ts';
import { measure } from '../measure.ts';
import { nameSides } from '../name-sides.ts';
import { resume } from '../resume.ts';
import { warnOfUncommitted } from '../warn-of-uncommitted.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import { nameOf, seedOf } from './patch.ts';
import { type Command, Option } from 'commander';
import { end } from '../end-with.ts';
import {
  failOn,
  type FailOn,
  parseOne,
  type PatchOptions,
  resuming,
  timing,
} from '../shared-options.ts';

interface RunOptions extends PatchOptions {
  base?: string;
  /** The former name of `base`. */
  before?: string;
  after?: string;
  /** `2/4`: the second of four. */
  shard?: string;
  attempt?: number;
  failOn?: FailOn;
}

export function declareCommand(command: Command): void {
  resuming(
    timing(command)
      .option('--base <revision>', 'compare with it, instead of the merge base')
      .addOption(new Option('--before <revision>').hideHelp().conflicts('base'))
      .option('--after <revision>', 'the change, instead of HEAD')
      .option('--shard <n/total>', 'only the tests of this shard, e.g. 2/4')
      .option('--attempt <number>', 'which attempt of the CI job this is, from 1', parseOne)
      .addOption(failOn()),
  ).action((options: RunOptions) => end(run(options)));
}

/**
 * `perigee run`: the committed change, or an interrupted run again. In a job of Buildkite it is the change, the
 * shard and the attempt of that job, unless options override them.
 */
async function run(options: RunOptions): Promise<ExitCode> {
  const directory = process.cwd();
  if (options.resume !== undefined) {
    refuseWithResume(options);
    return resume(directory, nameOf(options.resume), options);
  }
  const job = readBuildkiteJob(process.env);
  if (job !== undefined) await prepareJob(job, directory, options);
  const shard = options.shard === undefined ? job?.shard : parseShard(options.shard, '--shard');
  const attempt = options.attempt ?? job?.attempt;
  const base = options.base ?? options.before;
  const isNamed = base !== undefined || options.after !== undefined;
  const sides =
    job === undefined || isNamed
      ? nameSides(base, options.after, { kind: 'revision', name: 'HEAD' })
      : await findSides(findRoot(directory), job, process.env, printSentence);
  if (options.after === undefined) warnOfUncommitted(directory, options.config);
  return measure(
    directory,
    {
      ...{ sides, ...seedOf(options) },
      shard,
      attempt,
      ...(job === undefined ? {} : { targetBranch: job.targetBranch, inJob: true as const }),
    },
    options,
  );
}

/**
 * Reports at once what would otherwise be reported after an hour, and leaves nothing in the folder that this job uploads
 * of what an earlier one measured in a checkout that was kept: this one may fail before it has anything.
 */
async function prepareJob(
  job: BuildkiteJob,
  directory: string,
  { affected, config, nightly, shard, tag, test }: RunOptions,
): Promise<void> {
  if (affected === 'auto') throw refuseToLeaveOut();
  const root = findRoot(directory);
  const build = readBuild(process.env);
  if (build !== undefined) forgetOtherBuilds(artifactsOf(root), build);
  const isAll = shard === undefined && nightly !== true && test === undefined && tag === undefined;
  if (isAll) refuseOtherShards(job, await loadSuite(findSuiteFile(root, config)));
}

function refuseToLeaveOut(): UserError {
  return new UserError({
    where: '--affected auto',
    seen: 'this is a job of Buildkite, whose verdict others rely on',
    expected: 'that it measures every test: no earlier run has seen what the tests read',
    remedy: 'leave --affected out',
  });
}

function printSentence(sentence: string): void {
  process.stderr.write(`${makePlain(sentence)}\n`);
}

function refuseWithResume({ attempt, shard }: RunOptions): void {
  const option = shard === undefined ? 'attempt' : 'shard';
  if (shard === undefined && attempt === undefined) return;
  throw new UserError({
    where: `--${option}`,
    seen: `a run that is resumed keeps its ${option}`,
    expected: `--resume without --${option}`,
  });
}
