/** `perigee serve`: the services, each or all in one process. Configuration: docs/service.md. */
import { parseArgs } from 'node:util';
import { exitCode, UserError } from '../contract/user-error.ts';
import { listenForStop } from './listen-for-stop.ts';
import { chooseDuties, type Role, roles } from './roles.ts';
import { serve } from './serve.ts';
import { readSettings } from '../gate/service-settings/read-settings.ts';

const help = `Usage: perigee serve [options]

Follows the event log, puts the shards of each build together, and keeps their
points where they can be queried. Without settings everything lies in the folder
perigee-data. Stop it with Ctrl-C or SIGTERM.

Options:
  --role <name>    what to serve (default: all)
                     aggregate  puts builds together
                     webhooks   takes what GitHub tells; any number of processes may
                     report     answers pull requests; one process does
                     all        all of it in one process; the bot where it is set up
  --config <file>  settings (default: perigee-service.yml, if it is there)
  --check          read the settings, say what is wrong with them, and end
  -h, --help       show this

The environment can set everything too: docs/service.md has the list.
`;

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    process.stdout.write(help);
    return exitCode.nothingRegressed;
  }
  const settings = readSettings(options.config, process.env);
  if (options.check) {
    chooseDuties(options.role, settings);
    const { bot, warnings } = settings;
    for (const what of warnings) process.stderr.write(`perigee: ${what}\n`);
    const who = bot === undefined ? 'no bot' : `bot: app ${bot.appId} at ${bot.apiUrl}`;
    process.stdout.write(`the settings are right\n${who}\n`);
    return exitCode.nothingRegressed;
  }
  const stop = listenForStop({
    process,
    clockMs: () => performance.now(),
    leave: () => process.exit(exitCode.couldNotMeasure),
  });
  await serve(settings, options.role, stop, (line) => process.stdout.write(line));
  return exitCode.nothingRegressed;
}

interface Options {
  role: Role;
  help: boolean;
  check: boolean;
  config?: string;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        role: { type: 'string', default: 'all' },
        config: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const role = roles.find((known) => known === values.role);
    if (role === undefined) throw new TypeError(`there is no role ${values.role}`);
    return { ...values, role };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UserError({
      seen: error.message,
      expected: `--role with one of ${roles.join(', ')}; --config; --check`,
      remedy: 'perigee serve --help shows what there is',
    });
  }
}

try {
  process.exitCode = await main(process.argv.slice(2).filter((arg) => arg !== 'serve'));
} catch (error) {
  if (error instanceof UserError) {
    process.stderr.write(`perigee: ${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    process.stderr.write(
      `perigee: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
    );
    process.exitCode = exitCode.couldNotMeasure;
  }
}
