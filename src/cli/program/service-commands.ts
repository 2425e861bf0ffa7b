import { InvalidArgumentError, Option, type Command } from 'commander';
import type {
  BotCheckOptions,
  BotSetupOptions,
  PackOptions,
  PublishOptions,
  QueueOptions,
} from '../options.ts';
import { addStore } from './store-commands.ts';

type End = (command: Promise<number>) => Promise<void>;

const group = 'The service, and what belongs to it:';
const settingsHelp = 'settings of the service (default: perigee-service.yml, if it is there)';

/** The commands around `perigee serve`. */
export function addServiceCommands(program: Command, end: End): void {
  addServe(program, end);
  addBot(program, end);
  addPublish(program, end);
  addPack(program, end);
  addQueue(program, end);
  addStore(program, end, { group, settingsHelp });
}

/** Stands here to be listed: bin/perigee.mjs starts another program for it. */
function addServe(program: Command, end: End): void {
  program
    .command('serve')
    .description('collect the builds of a company, and answer its pull requests')
    .helpGroup(group)
    .helpOption(false)
    .addHelpText('after', '\n`perigee serve --help` tells its options.')
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
    .description('make the app on GitHub, with the permissions that it needs and no others')
    .option('--webhook-url <url>', 'where GitHub reaches the service')
    .option('--public-url <url>', 'where people reach it (default: as the webhooks do)')
    .option('--name <name>', 'of the app; GitHub wants one that nobody has')
    .option('--org <organization>', 'make it there (default: your own account)')
    .option('--host <host>', 'of GitHub Enterprise (default: github.com)')
    .option('--port <number>', 'of the page on this machine (default: any)', parsePort)
    .option('--data <folder>', 'where key and secret are kept (default: as the service says)')
    .option('--config <file>', settingsHelp)
    .option('--print', 'show what to set instead of writing it into the settings')
    .option(
      '--from-environment',
      'test an app that is there: its id, key and secret in PERIGEE_BOT_*',
    )
    .action(async (options: BotSetupOptions) =>
      end((await import('../commands/bot/setup.ts')).setUpBot(options)),
    );
  bot
    .command('check')
    .description('ask GitHub whether the app has all it needs, and whether webhooks arrive')
    .option('--config <file>', settingsHelp)
    .action(async (options: BotCheckOptions) =>
      end((await import('../commands/bot/check.ts')).checkBot(options)),
    );
}

function addPublish(program: Command, end: End): void {
  program
    .command('publish')
    .description('hand a run of this machine to the service, so that it becomes history')
    .helpGroup(group)
    .argument('[run]', 'its id or folder (default: the newest)')
    .option('--to <folder>', 'data folder of the service (default: as its settings say)')
    .option('--repository <owner/name>', 'whose history (default: what `origin` says)')
    .option('--config <file>', settingsHelp)
    .action(async (run: string | undefined, options: PublishOptions) =>
      end((await import('../commands/publish.ts')).publishRun(run, options)),
    );
}

function addPack(program: Command, end: End): void {
  program
    .command('pack')
    .description('pack a run as the artifact of a shard, for a CI to upload')
    .helpGroup(group)
    .argument('[run]', 'its id or folder (default: the newest)')
    .option('--into <folder>', 'where (default: .perigee/artifacts)')
    .option('--build <id>', 'that the CI knows it by (on Buildkite: the build of this job)')
    .option('--repository <owner/name>', 'whose build (default: what the CI or `origin` says)')
    .addOption(
      new Option('--store <kind>', 'where it will be uploaded to (on Buildkite: there)').choices([
        ...['github', 'buildkite', 'directory'],
      ]),
    )
    .action(async (run: string | undefined, options: PackOptions) =>
      end((await import('../commands/pack.ts')).packRun(run, options)),
    );
}

function addQueue(program: Command, end: End): void {
  const queue = program
    .command('queue')
    .description('look after the event log of a service, and what it could not process')
    .helpGroup(group);
  const add = (name: string, description: string): Command =>
    queue
      .command(name)
      .description(description)
      .option(
        '--log <file>',
        'the embedded event log (default: as the settings of the service say)',
      )
      .option('--config <file>', settingsHelp)
      .option(
        '--deliveries',
        'the log of what GitHub and Buildkite told the bot, instead of that of builds',
      );

  add('ls', 'show how much waits, and the dead letters')
    .option('--group <name>', 'count for this group of consumers')
    .option('--json', 'as JSON')
    .action(async (options: QueueOptions) =>
      end((await import('../commands/queue.ts')).listQueue(options)),
    );
  add('show', 'show one dead letter: what is wrong, where it lay, its payload')
    .argument('<id>')
    .option('--json', 'as JSON')
    .action(async (id: string, options: QueueOptions) =>
      end((await import('../commands/queue.ts')).showLetter(id, options)),
    );
  add('replay', 'write dead letters into the log again, when their cause is mended')
    .argument('[ids...]')
    .option('--all', 'all of them')
    .action(async (ids: string[], options: QueueOptions) =>
      end((await import('../commands/queue.ts')).replayLetters(ids, options)),
    );
  add('purge', 'delete dead letters for good')
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
