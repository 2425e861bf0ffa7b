import { type Command, Option } from 'commander';
import { UserError } from '../contract/user-error.ts';
import { end } from './end-with.ts';

/** Answers a command that no longer exists with what to use instead. */
export function addGone(parent: Command, name: string, remedy: string): void {
  const path = parent.name() === 'perigee' ? name : `${parent.name()} ${name}`;
  const seen = `\`perigee ${path}\` no longer exists`;
  parent
    .command(name, { hidden: true })
    .argument('[any...]')
    .allowUnknownOption()
    .action(() => end(Promise.reject(new UserError({ seen, remedy }))));
}

/**
 * An option that no longer exists: it is read and has no effect but one warning.
 * @param instead what happens now
 */
export function goneOption(flags: string, instead: string): Option {
  return new Option(flags)
    .hideHelp()
    .preset('')
    .argParser(() => {
      const name = flags.split(' ', 1)[0];
      process.stderr.write(`perigee: ${name} no longer exists and is ignored: ${instead}\n`);
    });
}
