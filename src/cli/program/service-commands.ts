import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ExportOptions } from '../commands/export.ts';
import type {
  BotCheckOptions,
  BotSetupOptions,
  ImportOptions,
  OpenOptions,
  PackOptions,
  PublishOptions,
  QueueOptions,
} from '../options.ts';
import { addAlerts, addHistory, addStore } from './store-commands.ts';

type End = (command: Promise<number>) => Promise<void>;

const group = 'Commands for the service:';
const settingsHelp = 'settings of the service (default: perigee-service.yml, if it exists)';

/** The commands around `perigee serve`. */
export function addServiceCommands(program: Command, end: End): void {
  addServe(program, end);
  addBot(program, end);
  addPublish(program, end);
  addPack(program, end);
  addQueue(program, end);
  addStore(program, end, { group, settingsHelp });
  addHistory(program, end, { group, settingsHelp });
  addAlerts(program, end, { group, settingsHelp });
  addOpen(program, end);
  addExport(program, end);
  addImport(program, end);
}

function addOpen(program: Command, end: End): void {
  program
    .command('open')
    .description('show a store, or the runs of this machine, in the browser')
    .helpGroup(group)
    .option('--file <file>', 'the embedded store (default: from the settings of the service)')
    .option('--config <file>', settingsHelp)
    .option('--no-browser', 'only print the address')
    .action(async (options: OpenOptions) =>
      end((await import('../commands/open.ts')).openDashboard(options)),
    );
}

function addExport(program: Command, end: End): void {
  program
    .command('export')
    .description(
      'write every build and alert that the series store keeps, for other programs or stores',
    )
    .helpGroup(group)
    .addOption(
      new Option('--format <format>', 'what `perigee import perigee` reads, or another form')
        .choices(['ndjson', 'csv', 'line-protocol'])
        .default('ndjson'),
    )
    .option('--into <file>', 'a new file (default: the standard output)')
    .option('--repository <owner/name>', 'only this repository')
    .option('--suite <name>', 'only this suite')
    .option('--file <file>', 'the embedded store (default: from the settings of the service)')
    .option('--config <file>', settingsHelp)
    .action(async (options: ExportOptions) =>
      end((await import('../commands/export.ts')).exportStore(options)),
    );
}

function addImport(program: Command, end: End): void {
  program
    .command('import')
    .description('copy the history of another tool, or an export, into the series store')
    .helpGroup(group)
    .argument('<tool>', 'perigee, github-action-benchmark, bencher, asv or conbench')
    .argument(
      '<files...>',
      'what perigee export wrote, data.js, reports, results, or answers of an API',
    )
    .option('--suite <name>', 'the suite that it belongs to (default: that of perigee.yml)')
    .option('--repository <owner/name>', 'whose history it is (default: what `origin` says)')
    .option('--file <file>', 'the embedded store (default: from the settings of the service)')
    .option('--config <file>', settingsHelp)
    .action(async (tool: string, files: string[], options: ImportOptions) =>
      end((await import('../commands/import.ts')).importHistory(tool, files, options)),
    );
}

/** Stands here to be listed: bin/perigee.mjs starts another program for it. */
function addServe(program: Command, end: End): void {
  program
    .command('serve')
    .description('collect the builds of a company, and answer its pull requests')
    .helpGroup(group)
    .helpOption(false)
    .addHelpText('after', '\n`perigee serve --help` shows its options.')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => end((await import('../commands/serve.ts')).serve()));
}

function addBot(program: Command, end: End): void {
  const bot = program
    .command('bot')
    .description('set up the GitHub App that answers pull requests, and check it')
    .helpGroup(group);
  bot
    .command('setup')
    .description('create the app on GitHub, with only the permissions that it needs')
    .option('--webhook-url <url>', 'where GitHub reaches the service')
    .option('--public-url <url>', 'where people reach it (default: as for webhooks)')
    .option('--name <name>', 'name of the app; it must be unique on GitHub')
    .option('--org <organization>', 'organization that owns the app (default: your own account)')
    .option('--host <host>', 'host of GitHub Enterprise (default: github.com)')
    .option(
      '--port <number>',
      'port of the page on this machine (default: any free one)',
      parsePort,
    )
    .option(
      '--data <folder>',
      'where to store key and secret (default: from the settings of the service)',
    )
    .option('--config <file>', settingsHelp)
    .option('--print', 'print the settings instead of writing them')
    .option(
      '--from-environment',
      'test an existing app, with its id, key and secret in PERIGEE_BOT_*',
    )
    .action(async (options: BotSetupOptions) =>
      end((await import('../commands/bot/setup.ts')).setUpBot(options)),
    );
  bot
    .command('check')
    .description('ask GitHub whether the app has everything it needs, and whether webhooks arrive')
    .option('--config <file>', settingsHelp)
    .action(async (options: BotCheckOptions) =>
      end((await import('../commands/bot/check.ts')).checkBot(options)),
    );
}

function addPublish(program: Command, end: End): void {
  program
    .command('publish')
    .description('hand runs of this machine to the service, so that they become history')
    .helpGroup(group)
    .argument('[runs...]', 'their ids or folders (default: the newest)')
    .option('--to <folder>', 'data folder of the service (default: from its settings)')
    .option('--repository <owner/name>', 'repository of the history (default: from `origin`)')
    .option('--config <file>', settingsHelp)
    .action(async (runs: readonly string[], options: PublishOptions) =>
      end((await import('../commands/publish.ts')).publishRuns(runs, options)),
    );
}

function addPack(program: Command, end: End): void {
  program
    .command('pack')
    .description('pack a run as the artifact of a shard, for a CI to upload')
    .helpGroup(group)
    .argument('[run]', 'its id or folder (default: the newest)')
    .option('--into <folder>', 'folder to write to (default: .perigee/artifacts)')
    .option(
      '--build <id>',
      'id of the build in the CI (default on Buildkite: the build of this job)',
    )
    .option(
      '--repository <owner/name>',
      'repository of the build (default: from the CI or `origin`)',
    )
    .addOption(
      new Option(
        '--store <kind>',
        'where it will be uploaded (default on Buildkite: buildkite)',
      ).choices([...['github', 'buildkite', 'directory']]),
    )
    .action(async (run: string | undefined, options: PackOptions) =>
      end((await import('../commands/pack.ts')).packRun(run, options)),
    );
}

function addQueue(program: Command, end: End): void {
  const queue = program
    .command('queue')
    .description('inspect the event log of a service, and handle its dead letters')
    .helpGroup(group);
  const add = (name: string, description: string): Command =>
    queue
      .command(name)
      .description(description)
      .option('--log <file>', 'the embedded event log (default: from the settings of the service)')
      .option('--config <file>', settingsHelp)
      .option('--deliveries', 'the log of webhooks for the bot, instead of the log of builds');

  add('ls', 'show how much waits, and the dead letters')
    .option('--group <name>', 'count for this consumer group')
    .option('--json', 'as JSON')
    .action(async (options: QueueOptions) =>
      end((await import('../commands/queue.ts')).listQueue(options)),
    );
  add('show', 'show one dead letter: its reason, position and payload')
    .argument('<id>')
    .option('--json', 'as JSON')
    .action(async (id: string, options: QueueOptions) =>
      end((await import('../commands/queue.ts')).showLetter(id, options)),
    );
  add('replay', 'write dead letters into the log again, after you fixed the cause')
    .argument('[ids...]')
    .option('--all', 'all of them')
    .action(async (ids: string[], options: QueueOptions) =>
      end((await import('../commands/queue.ts')).replayLetters(ids, options)),
    );
  add('purge', 'delete dead letters permanently')
    .argument('[ids...]')
    .option('--all', 'all of them')
    .action(async (ids: string[], options: QueueOptions) =>
      end((await import('../commands/queue.ts')).purgeLetters(ids, options)),
    );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('expected a port from 1 to 65535');
}
