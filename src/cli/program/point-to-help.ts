import type { Command } from 'commander';

/**
 * Lets each command end a complaint with its own help: that of `perigee` has none of its options.
 * @param path what leads to the command, e.g. `perigee store ls`
 */
export function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`(${path} --help shows what there is)`);
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}
