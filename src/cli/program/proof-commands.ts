import { Option, type Command } from 'commander';
import { goneOption } from './gone.ts';
import type { ControlOptions, GateOptions, VariabilityOptions } from '../options.ts';
import { selection } from './shared-options.ts';

type End = (command: Promise<number>) => Promise<void>;

/** Commands about how well this suite measures here: `perigee variability`, `perigee control` and `perigee gate`. */
export function addProofs(program: Command, end: End, parseOne: (text: string) => number): void {
  selection(
    program
      .command('variability')
      .description('measure one commit many times: how much its runs differ, and why')
      .argument('[revision]', 'what to measure (default: HEAD)'),
    { measures: false },
  )
    .option('--rounds <number>', 'how many times to start afresh, in a new worktree', parseOne, 5)
    .option('--runs <number>', 'how often each test runs in each round', parseOne, 5)
    .option('--profile', 'profile each run: which functions explain the variance')
    .option(
      '--try [key...]',
      'try what makes runs more alike, or these keys of host: with and without, in rounds × runs pairs each',
    )
    .option('--write', 'with --try: write what helps to perigee.yml, under host')
    .option(
      '--from <record...>',
      'fold these run records, or folders of them, instead of measuring',
    )
    .addOption(
      new Option('--format <form>', 'how to show it')
        .choices(['terminal', 'json', 'html'])
        .default('terminal'),
    )
    .option('--output <file>', 'write to a file instead of the terminal')
    .action(async (revision: string | undefined, options: VariabilityOptions) =>
      end((await import('../commands/variability.ts')).variability(revision, options)),
    );

  selection(
    program
      .command('control')
      .description('prove that the gate fires: one side is made worse by a known size')
      .argument('[revision]', 'what to measure against itself (default: HEAD)'),
    { measures: false },
  )
    .option('--by <percentage>', 'how much worse', '20%')
    .addOption(
      new Option('--kind <cost>', 'what gets worse')
        .choices(['cpu', 'wall', 'memory', 'writes'])
        .default('cpu'),
    )
    .action(async (revision: string | undefined, options: ControlOptions) =>
      end((await import('../commands/control.ts')).control(revision, options)),
    );

  program
    .command('gate')
    .description('show what the gate did, and what is wrong with the gate itself')
    .option('--days <number>', 'how far back', parseOne, 30)
    .addOption(
      goneOption(
        '--ledger [file]',
        'this shows the record of this machine; for that of the bot use the page Gate of the dashboard, or `/perigee gate` on a pull request',
      ),
    )
    .addOption(new Option('--repository <owner/name>').hideHelp())
    .addOption(new Option('--config <file>').hideHelp())
    .addOption(
      new Option('--format <form>', 'how to show it')
        .choices(['terminal', 'json'])
        .default('terminal'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 no alarm about the gate, 1 an alarm stands, 2 wrong usage.',
    )
    .action(async (options: GateOptions) =>
      end((await import('../commands/gate.ts')).showGate(options)),
    );
}
