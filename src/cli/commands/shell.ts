import { type Command, Option } from 'commander';
import { runShell } from '../../profile/shell.ts';
import { end } from '../end-with.ts';

/**
 * `perigee span` and `perigee record`, for shell scripts. They are here for the help:
 * bin/perigee.mjs calls them without the rest of the command line.
 */
export function declareCommand(command: Command): void {
  if (command.name() === 'span') {
    command
      .argument('<name>', 'of the span')
      .argument('<command...>', 'behind --: what to measure')
      .option('--annotate <key=value...>', 'slice the results by this');
  } else {
    command
      .argument('<name>', 'of the number')
      .argument('<value...>', 'several are a distribution')
      .option('--unit <unit>', 'a time, bytes, or any other, such as ops/s')
      .addOption(
        new Option('--direction <way>', 'which way is better').choices(['lower', 'higher']),
      );
  }
  command.action(() => end(runShell(process.argv.slice(2), process.env)));
}
