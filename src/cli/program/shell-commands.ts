import { Option, type Command } from 'commander';

type End = (command: Promise<number>) => Promise<void>;

/**
 * `perigee span` and `perigee record`, for shell scripts. They are here for the help:
 * bin/perigee.mjs calls them without the rest of the command line.
 */
export function addShellCommands(program: Command, end: End): void {
  const call = async (): Promise<void> => {
    const { runShell } = await import('../../profile/shell.ts');
    await end(runShell(process.argv.slice(2), process.env));
  };
  program
    .command('span')
    .description('in a test: run a command as a span, with the exit code of the command')
    .argument('<name>', 'of the span')
    .argument('<command...>', 'behind --: what to measure')
    .option('--annotate <key=value...>', 'slice the results by this')
    .action(call);
  program
    .command('record')
    .description('in a test: record a number of the span that runs, or of the whole test')
    .argument('<name>', 'of the number')
    .argument('<value...>', 'several are a distribution')
    .option('--unit <unit>', 'a time, bytes, or any other, such as ops/s')
    .addOption(new Option('--direction <way>', 'which way is better').choices(['lower', 'higher']))
    .action(call);
}
