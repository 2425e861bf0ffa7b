/** `perigee serve`: the services, each or all in one process. Configuration: docs/service-reference.md. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitCode, UserError } from '../contract/user-error.ts';
import { listenForStop } from './listen-for-stop.ts';
import { chooseDuties, type Role, roles } from './roles.ts';
import { serve } from './serve.ts';
import { describeReaders } from '../settings/describe-readers.ts';
import { usualFile } from '../settings/read-config.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { readSettings } from '../settings/read-settings.ts';

const help = `Usage: perigee serve [options]

Follows the event log, puts the shards of each build together, and stores their
points where you can query them. Without settings everything is in the folder
perigee-data. Stop it with Ctrl-C or SIGTERM.

Options:
  --role <name>    what to serve (default: all)
                     aggregate  collects the shards of each build
                     webhooks   accepts webhooks of GitHub and Buildkite
                     report     answers pull requests; only one process
                     all        everything in one process, and the bot if it is set up
  --config <file>  settings (default: perigee-service.yml, if it exists)
  --check          check the settings, report errors, and end
  -h, --help       show this

Environment variables can set everything too: see docs/service-reference.md.
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
    for (const what of settings.warnings) process.stderr.write(`perigee: ${what}\n`);
    process.stdout.write(
      `${nameFile(options.config)}${describeDashboard(settings, options.role)}${describeBot(settings, options.role)}\n`,
    );
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

/** In another folder than that of the file, the defaults would be mistaken for it. */
function nameFile(asked: string | undefined): string {
  const file = asked ?? usualFile;
  if (existsSync(file)) return `Settings are valid: ${file}, and the environment, which wins.\n`;
  return `Settings are valid. ${file} was not found; using the environment and defaults.\n`;
}

function describeDashboard({ dashboard }: ServiceSettings, role: Role): string {
  return role === 'webhooks' ? '' : `dashboard: read by ${describeReaders(dashboard)}\n`;
}

/** No secret is tried here: it may run where nothing can be reached. */
function describeBot({ bot, artifacts }: ServiceSettings, role: Role): string {
  if (bot === undefined) return 'no bot';
  const mayRead = artifacts.buildkite !== undefined;
  const builds = 'with a token; `perigee bot check` says whether it may read them';
  const isUseless = !mayRead && role !== 'webhooks';
  return [
    `bot: app ${bot.appId} at ${bot.apiUrl}`,
    ...(mayRead ? [`builds of Buildkite: ${builds}`] : []),
    ...(bot.buildkite === undefined ? [] : [`webhooks of Buildkite: ${describeUse(isUseless)}`]),
  ].join('\n');
}

function describeUse(isUseless: boolean): string {
  return isUseless
    ? 'useless without artifacts.buildkite.token, which the bot needs to read their builds'
    : 'taken at /api/buildkite/webhooks';
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
