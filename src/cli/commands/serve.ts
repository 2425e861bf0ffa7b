import type { Command } from 'commander';
import { UserError } from '../../contract/user-error.ts';
import { end } from '../end-with.ts';

/** `perigee serve` is a program of its own; this is reached when the file of the command line is started. */
export function declareCommand(command: Command): void {
  const error = new UserError({
    seen: 'this is the command line alone, and the service is another program',
    expected: '`perigee serve`, through bin/perigee.mjs',
  });
  command
    .helpOption(false)
    .addHelpText('after', '\n`perigee serve --help` shows its options.')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => end(Promise.reject(error)));
}
