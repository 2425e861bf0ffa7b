import type { Command } from 'commander';
import type { InitOptions } from '../options.ts';
import { goneOption } from './gone.ts';

type End = (command: Promise<number>) => Promise<void>;

/** `perigee init`: the first files of a repository. */
export function addInit(program: Command, end: End, parseCount: (text: string) => number): void {
  program
    .command('init')
    .description('write a first perigee.yml and a workflow, fitted to this repository')
    .option('--bot', 'the workflow only measures; the bot gives the verdict')
    .option('--buildkite', 'for Buildkite: a pipeline instead of a workflow')
    .addOption(
      goneOption(
        '--from <tool>',
        'init looks at the benchmarks themselves; `perigee import` takes over their history',
      ),
    )
    .option(
      '--shards <number>',
      'split the suite into this many shards, one job for each',
      parseCount,
    )
    .action(async (options: InitOptions) =>
      end((await import('../commands/init.ts')).init(options)),
    );
}
