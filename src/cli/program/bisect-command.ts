import { type Command, Option } from 'commander';
import type { BisectOptions } from '../options.ts';
import { selection } from './shared-options.ts';

type End = (command: Promise<number>) => Promise<void>;

export function addBisect(program: Command, end: End): void {
  selection(
    program
      .command('bisect')
      .description('find the commit that made a test slower, by measuring some of those between')
      .argument('<good>', 'a commit, branch or tag that was fast')
      .argument('[bad]', 'a later one that is slow (default: HEAD)'),
    { measures: false },
  )
    .option('--span <name>', 'follow this span (default: what regressed most clearly)')
    .option('--metric <name>', 'follow this metric, e.g. cpu.total')
    .addOption(
      new Option('--format <form>', 'how to show what was found')
        .choices(['terminal', 'markdown', 'json'])
        .default('terminal'),
    )
    .action(async (good: string, bad: string | undefined, options: BisectOptions) =>
      end((await import('../commands/bisect.ts')).bisect(good, bad, options)),
    );
}
