import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { parseWhole, settingsHelp } from '../shared-options.ts';
import { checkBot } from './bot/check.ts';
import { type BotSetupOptions, setUpBot } from './bot/setup.ts';

export function declareCommand(bot: Command): void {
  const parsePort = parseWhole(1, 65_535, 'expected a port from 1 to 65535');
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
    .action((options: BotSetupOptions) => end(setUpBot(options)));
  bot
    .command('check')
    .description('ask GitHub whether the app has everything it needs, and whether webhooks arrive')
    .option('--config <file>', settingsHelp)
    .action((options: { config?: string }) => end(checkBot(options)));
}
