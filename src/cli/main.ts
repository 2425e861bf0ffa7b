/** The command line. Each command's code is loaded only when it is called, so that `--help` is instant. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { exitCode } from '../contract/user-error.ts';
import { endWith, endWithoutFalseRed } from './end-with.ts';
import { home } from './home.ts';
import type {
  AffectedOptions,
  CleanOptions,
  CompareOptions,
  ConfigCheckOptions,
  DemoOptions,
  JudgeOptions,
  PatchOptions,
  ReportOptions,
  RunOptions,
  ShardOptions,
} from './options.ts';
import { addBisect } from './program/bisect-command.ts';
import { addInit } from './program/init-command.ts';
import { addGoneCommands } from './program/gone.ts';
import { addProofs } from './program/proof-commands.ts';
import { failOn, rendering, selection, timing } from './program/shared-options.ts';
import { pointToHelp } from './program/point-to-help.ts';
import { addShellCommands } from './program/shell-commands.ts';
import { addServiceCommands } from './program/service-commands.ts';

// Lines of at most 80 characters: longer ones would be broken once more where there is no terminal.
const intro = `Catches performance regressions before they are merged: runs your suite before
and after a change on this machine, in interleaved pairs, and reports what became
slower, by how much, and how certain that is.

Start here:
  perigee demo    see it catch a regression in a small example (3 minutes)
  perigee init    write a first perigee.yml and a workflow for this repository
  perigee patch   test everything since you branched, uncommitted work included`;
const outro = `
Exit codes: 0 nothing regressed, 1 regressed (blocking),
            2 wrong usage or configuration, 3 could not measure, 4 undecided.`;

const resumeHelp = 'continue an interrupted run (default: the newest)';

const program = new Command('perigee')
  .description(intro)
  .addHelpText('after', outro)
  .version(readVersion(), '-V, --version')
  .showSuggestionAfterError()
  .exitOverride();

addInit(program, end, parseCount);

timing(
  selection(
    program.command('run').description('measure the committed change: merge base against HEAD'),
  ),
)
  .option('--before <revision>', 'the baseline, instead of the merge base')
  .option('--after <revision>', 'the change, instead of HEAD')
  .option('--shard <n/total>', 'only the tests of this shard, e.g. 2/4')
  .option('--attempt <number>', 'which attempt of the CI job this is, from 1', parseAttempt)
  .addOption(failOn())
  .option('--resume [run]', resumeHelp)
  .action(async (options: RunOptions) => end((await import('./commands/run.ts')).run(options)));

timing(
  selection(
    program
      .command('compare')
      .description('measure any two revisions')
      .argument('[before]', 'the baseline: a commit, branch or tag')
      .argument('[after]', 'the change'),
  ),
)
  .addOption(
    new Option(
      '--expect <verdict>',
      'measure tests that may have improved first, up to maxRepeats',
    ).choices(['improved']),
  )
  .option('--resume [run]', resumeHelp)
  .action(async (before: string | undefined, after: string | undefined, options: CompareOptions) =>
    end((await import('./commands/compare.ts')).compare(before, after, options)),
  );

timing(
  selection(
    program
      .command('patch')
      .description(
        'measure everything since you branched: commits, uncommitted changes and untracked files',
      ),
  ),
)
  .option('--resume [run]', resumeHelp)
  .action(async (options: PatchOptions) =>
    end((await import('./commands/patch.ts')).patch(options)),
  );

selection(
  program
    .command('affected')
    .description(
      'run each test a few times and show which of them the change touches, and by which file',
    )
    .argument('[before]', 'the baseline (default: where you branched)')
    .argument('[after]', 'the change (default: the working tree)'),
  { measures: false },
)
  .option('--explain <test>', 'list all that this test reads')
  .action(async (before: string | undefined, after: string | undefined, options: AffectedOptions) =>
    end((await import('./commands/affected.ts')).affected(before, after, options)),
  );

addBisect(program, end);

addProofs(program, end, parseAttempt);

program
  .command('shard')
  .description('show which shard runs which test, and balance the shards')
  .option('--config <file>', 'instead of perigee.yml at the root of the repository')
  .option('--total <number>', 'how many shards (default: what perigee.yml says)')
  .option('--nightly', 'also the tests marked `when: nightly`')
  .option(
    '--durations <record...>',
    'run records, or folders of them, that say how long tests take',
  )
  .option('--rebalance', 'pin tests in perigee.yml so that shards take equally long')
  .action(async (options: ShardOptions) =>
    end((await import('./commands/shard.ts')).shard(options)),
  );

rendering(
  program
    .command('report')
    .description('show a run again, with exit code 0; or judge the shards of a build as one'),
).action(async (runs: string[], options: ReportOptions) =>
  end((await import('./commands/report.ts')).report(runs, options)),
);

rendering(
  program
    .command('judge')
    .description('judge a recorded run again, by the thresholds that perigee.yml has now'),
)
  .addOption(failOn())
  .action(async (runs: string[], options: JudgeOptions) =>
    end((await import('./commands/judge.ts')).judge(runs, options)),
  );

program
  .command('config')
  .description('work with perigee.yml')
  .command('check')
  .description('validate perigee.yml and explain which rule decides each series, and why')
  .option('--config <file>', 'instead of perigee.yml at the root of the repository')
  .option('--run <run>', 'take the series from this run (default: the newest)')
  .action(async (options: ConfigCheckOptions) =>
    end((await import('./commands/config-check.ts')).configCheck(options)),
  );

program
  .command('clean')
  .description('delete what runs left in .perigee: runs, checkouts, kept builds, artifacts')
  .option('--keep <number>', 'the newest runs to keep', parseCount, 5)
  .option('--dry-run', 'only say what would be deleted')
  .action(async (options: CleanOptions) =>
    end((await import('./commands/clean.ts')).clean(options)),
  );

program
  .command('doctor')
  .description('show what this host can measure and how, what is noisy, and what would help')
  .action(async () => end((await import('./commands/doctor.ts')).doctor()));

program
  .command('demo')
  .description('catch a planted regression in a repository of its own; red is exit code 0 here')
  .option('--regression <name>', 'which one to plant; `list` names them, `none` plants nothing')
  .action(async (options: DemoOptions) => end((await import('./commands/demo.ts')).demo(options)));

addShellCommands(program, end);
addServiceCommands(program, end);
addGoneCommands(program, end);
pointToHelp(program);

endWithoutFalseRed();
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCode.nothingRegressed : exitCode.wrongUsage;
  } else {
    // Thrown before the command had a promise: reported like the error of a command.
    const fail = async (): Promise<number> => {
      throw error;
    };
    await end(fail());
  }
}

function parseCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= 1_000_000) return count;
  throw new InvalidArgumentError('expected a whole number from 0');
}

function parseAttempt(text: string): number {
  const attempt = Number(text);
  if (Number.isInteger(attempt) && attempt >= 1 && attempt <= 999_999_999) return attempt;
  throw new InvalidArgumentError('expected a whole number from 1');
}

async function end(command: Promise<number>): Promise<void> {
  process.exitCode = await endWith(command);
}

/** `0.1.0 (commit 1a2b3c4d5e6f, Node v24.1.0)`: what a report of a fault should say. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  const commit = join(home, 'dist', 'commit');
  const built = existsSync(commit) ? `commit ${readFileSync(commit, 'utf8').trim()}, ` : '';
  return `${version} (${built}Node ${process.version})`;
}
