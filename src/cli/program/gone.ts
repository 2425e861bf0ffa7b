import { Option, type Command } from 'commander';
import { UserError } from '../../contract/user-error.ts';

/** Commands of earlier versions, and what to use instead. */
const gone: Readonly<Record<string, string>> = {
  completion: 'use `perigee --help`, and `--help` of each command',
  'store build': 'run `perigee open`, and choose the build in the dashboard',
  'store machine': 'run `perigee open`, and choose Machines in the dashboard',
};

/** Answers a command that no longer exists with what to use instead. */
export function addGoneCommands(
  program: Command,
  end: (command: Promise<number>) => Promise<void>,
): void {
  for (const [path, instead] of Object.entries(gone)) {
    const names = path.split(' ');
    const name = names.pop() ?? '';
    const parent = names.reduce(
      (above, word) => above.commands.find((one) => one.name() === word) ?? above,
      program,
    );
    parent
      .command(name, { hidden: true })
      .argument('[any...]')
      .allowUnknownOption()
      .action(async () =>
        end(
          Promise.reject(
            new UserError({
              seen: `\`perigee ${path}\` no longer exists`,
              remedy: instead,
            }),
          ),
        ),
      );
  }
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
