import { InvalidArgumentError, Option, type Command } from 'commander';
import type {
  StoreBuildOptions,
  StoreInitOptions,
  StoreLsOptions,
  StoreShowOptions,
} from '../options.ts';

type End = (command: Promise<number>) => Promise<void>;

const fileHelp = 'the embedded store (default: as the settings of the service say)';
const mostBuilds = 10_000;
const exits =
  '\nExit codes: 0; 2 for wrong usage, or when the store has nothing of that name; 3 when it is out of reach.';

/** `perigee store`: makes the store of series, and looks into it. */
export function addStore(
  program: Command,
  end: End,
  { group, settingsHelp }: { group: string; settingsHelp: string },
): void {
  const store = program
    .command('store')
    .description('look into the store of series, and look after it')
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
      .option('--suite <name>', 'this one only (default: all of the repository)')
      .addOption(
        new Option('--format <format>', 'for people or machines')
          .choices(['table', 'json'])
          .default('table'),
      );
  const repositoryHelp = 'whose (default: what `origin` says)';

  add('init', 'make it where there is none, and say how long it keeps what')
    .option(
      '--keep <days>',
      'how long points are kept; 0 for ever (default: as it is; a new store: 365)',
      parseDays,
    )
    .option(
      '--keep-medians <days>',
      'how long the median of a day is (default: as it is; a new store: 0, for ever)',
      parseDays,
    )
    .action(async (options: StoreInitOptions) =>
      end((await import('../commands/store/init.ts')).initStore(options)),
    );
  addLook('ls', 'list the suites, spans and metrics that it has')
    .argument('[repository]', repositoryHelp)
    .action(async (repository: string | undefined, options: StoreLsOptions) =>
      end((await import('../commands/store/ls.ts')).listStore(repository, options)),
    );
  addLook('show', 'show the last values of a series, a row for each build')
    .argument('<test/span>', 'as `perigee store ls` names it; a test alone is all of the test')
    .option('--metric <name>', 'which one', 'latency')
    .option('--repository <owner/name>', repositoryHelp)
    .option('--last <builds>', 'how many', parseCount, 20)
    .action(async (name: string, options: StoreShowOptions) =>
      end((await import('../commands/store/show.ts')).showSeries(name, options)),
    );
  addLook('build', 'show what is stored of a build')
    .argument('<runId>')
    .option('--repository <owner/name>', repositoryHelp)
    .action(async (runId: string, options: StoreBuildOptions) =>
      end((await import('../commands/store/build.ts')).showBuild(runId, options)),
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
