import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { alertStates, type AlertState } from '../../contract/alerts.ts';
import type {
  AlertsOptions,
  HistoryOptions,
  StoreInitOptions,
  StoreLsOptions,
  StoreShowOptions,
} from '../options.ts';

type End = (command: Promise<number>) => Promise<void>;

const fileHelp = 'the embedded store (default: from the settings of the service)';
const mostBuilds = 10_000;
const exits =
  '\nExit codes: 0; 2 wrong usage, or nothing of that name in the store; 3 the store is unreachable.';

/** `perigee store`: makes the store of series, and looks into it. */
export function addStore(
  program: Command,
  end: End,
  { group, settingsHelp }: { group: string; settingsHelp: string },
): void {
  const store = program
    .command('store')
    .description('inspect and maintain the series store')
    .helpGroup(group);
  const add = (name: string, description: string): Command =>
    store
      .command(name)
      .description(description)
      .option('--file <file>', fileHelp)
      .option('--config <file>', settingsHelp)
      .addHelpText('after', exits);
  const addLook = (name: string, description: string): Command =>
    add(name, description)
      .option('--suite <name>', 'only this suite (default: all suites of the repository)')
      .addOption(
        new Option('--format <format>', 'for people or machines')
          .choices(['table', 'json'])
          .default('table'),
      );
  const repositoryHelp = 'whose (default: what `origin` says)';

  add('init', 'create the store if it does not exist, and set its retention')
    .option(
      '--keep <days>',
      'how long to keep points; 0 for ever (default: unchanged; a new store: 365)',
      parseDays,
    )
    .option(
      '--keep-medians <days>',
      'how long to keep medians of days; 0 for ever (default: unchanged; a new store: 0)',
      parseDays,
    )
    .action(async (options: StoreInitOptions) =>
      end((await import('../commands/store/init.ts')).initStore(options)),
    );
  addLook('ls', 'list the suites, spans and metrics in the store')
    .argument('[repository]', repositoryHelp)
    .action(async (repository: string | undefined, options: StoreLsOptions) =>
      end((await import('../commands/store/ls.ts')).listStore(repository, options)),
    );
  addLook('show', 'show the last values of a series, a row for each build')
    .argument('<test/span>', 'name as in `perigee store ls`; a test alone means the whole test')
    .option('--metric <name>', 'which metric', 'latency')
    .option('--repository <owner/name>', repositoryHelp)
    .option('--last <builds>', 'how many', parseCount, 20)
    .action(async (name: string, options: StoreShowOptions) =>
      end((await import('../commands/store/show.ts')).showSeries(name, options)),
    );
}

/** `perigee history`: what the store says of the commits of a branch. */
export function addHistory(
  program: Command,
  end: End,
  { group, settingsHelp }: { group: string; settingsHelp: string },
): void {
  program
    .command('history')
    .description('show since when series are slower, by which commits, and what changes add up to')
    .helpGroup(group)
    .argument('[test/span]', 'only this one, in detail (default: all that changed)')
    .option('--metric <name>', 'which metric (default: all; of one series: latency)')
    .option('--suite <name>', 'only this suite (default: all suites of the repository)')
    .option('--branch <revision>', 'whose commits (default: the default branch)')
    .option('--last <builds>', 'how many builds of each series', parseCount, 500)
    .option('--repository <owner/name>', 'whose (default: what `origin` says)')
    .option('--file <file>', fileHelp)
    .option('--config <file>', settingsHelp)
    .addOption(
      new Option('--format <format>', 'for people or machines')
        .choices(['table', 'json'])
        .default('table'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0; 1 a budget that blocks is exceeded; 2 wrong usage, or nothing of that name in the\nstore; 3 the store is unreachable.',
    )
    .action(async (name: string | undefined, options: HistoryOptions) =>
      end((await import('../commands/history.ts')).showHistory(name, options)),
    );
}

/** `perigee alerts`: what made the branch worse, and where that stands. */
export function addAlerts(
  program: Command,
  end: End,
  { group, settingsHelp }: { group: string; settingsHelp: string },
): void {
  program
    .command('alerts')
    .description(
      'list what made the branch slower, one alert for each change, or say where one stands',
    )
    .helpGroup(group)
    .argument(
      '[number]',
      'only this alert, with its series and all that was said of it',
      parseCount,
    )
    .addArgument(new Argument('[state]', 'where it stands from now on').choices(alertStates))
    .option('--because <reason>', 'why; needed for explained, noise and accepted')
    .option('--all', 'closed alerts too')
    .option('--suite <name>', 'only this suite (default: all suites of the repository)')
    .option('--branch <revision>', 'whose commits (default: the default branch)')
    .option('--last <builds>', 'how many builds of each series', parseCount, 500)
    .option('--repository <owner/name>', 'whose (default: what `origin` says)')
    .option('--file <file>', fileHelp)
    .option('--config <file>', settingsHelp)
    .addOption(
      new Option('--format <format>', 'for people or machines')
        .choices(['table', 'json'])
        .default('table'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0; 2 wrong usage, or no such alert; 3 the store is unreachable.',
    )
    .action(
      async (number: number | undefined, state: AlertState | undefined, options: AlertsOptions) =>
        end((await import('../commands/alerts.ts')).showAlerts({ number, state }, options)),
    );
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 0 && days <= 36_500) return days;
  throw new InvalidArgumentError('expected a whole number of days, 0 for ever');
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= mostBuilds) return count;
  throw new InvalidArgumentError(`expected a whole number from 1 to ${mostBuilds}`);
}
