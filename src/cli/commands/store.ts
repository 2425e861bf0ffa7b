import type { Command } from 'commander';
import { dirname } from 'node:path';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { readLastBuilds } from '../../pipeline/history/read-last-builds.ts';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import { initInflux } from '../../store/influx/init-influx.ts';
import { StoreUnavailable } from '../../store/series-store.ts';
import { initSqlite } from '../../store/sqlite/init-sqlite.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import { end } from '../end-with.ts';
import { addGone } from '../gone.ts';
import {
  ofSuite,
  parseBuilds,
  parseWhole,
  type StoreLookOptions,
  type StorePlace,
  storePlace,
  table,
} from '../shared-options.ts';
import { openRepository } from '../store/choose-repository.ts';
import { findSpans, keepWithMetric } from '../store/find-series.ts';
import {
  describeSeries,
  type SeriesShown,
  renderSeriesTable,
} from '../store/render-series-table.ts';
import { renderSpans } from '../store/render-spans.ts';
import { formatUnreachable, withReader } from '../store/with-reader.ts';
import { terminalOptions } from '../terminal-options.ts';

interface StoreInitOptions extends StorePlace {
  /** Days; 0 for ever. Without it: as it is. */
  keep?: number;
  keepMedians?: number;
}

interface StoreShowOptions extends StoreLookOptions {
  /** `owner/name` */
  repository?: string;
  metric: string;
  /** How many builds. */
  last: number;
}

export function declareCommand(store: Command): void {
  const parseDays = parseWhole(0, 36_500, 'expected a whole number of days, 0 for ever');
  const exits =
    '\nExit codes: 0; 2 wrong usage, or nothing of that name in the store; 3 the store is unreachable.';
  const add = (name: string, description: string): Command =>
    storePlace(store.command(name).description(description)).addHelpText('after', exits);
  const addLook = (name: string, description: string): Command =>
    ofSuite(add(name, description)).addOption(table());
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
    .action((options: StoreInitOptions) => end(initStore(options)));
  addLook('ls', 'list the suites, spans and metrics in the store')
    .argument('[repository]', repositoryHelp)
    .action((repository: string | undefined, options: StoreLookOptions) =>
      end(listStore(repository, options)),
    );
  addLook('show', 'show the last values of a series, a row for each build')
    .argument('<test/span>', 'name as in `perigee store ls`; a test alone means the whole test')
    .option('--metric <name>', 'which metric', 'latency')
    .option('--repository <owner/name>', repositoryHelp)
    .option('--last <builds>', 'how many', parseBuilds, 20)
    .action((name: string, options: StoreShowOptions) => end(printSeries(name, options)));
  addGone(store, 'build', 'run `perigee open`, and choose the build in the dashboard');
  addGone(store, 'machine', 'run `perigee open`, and choose Machines in the dashboard');
}

/** `perigee store init`: makes the store of series, and says how long it keeps what. */
async function initStore(options: StoreInitOptions): Promise<ExitCode> {
  const choice = chooseSeriesStore(options, process.env);
  const asked = { keepDays: options.keep, keepMediansDays: options.keepMedians };
  try {
    if (choice.kind === 'sqlite') makeDataFolder(dirname(choice.file));
    const lines =
      choice.kind === 'sqlite'
        ? initSqlite(choice.file, asked)
        : await initInflux(choice.settings, asked);
    process.stdout.write(`${lines.join('\n')}\n`);
    return exitCode.nothingRegressed;
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw formatUnreachable(
      cause,
      'a store that answers, and a user who may make buckets and tasks in it',
    );
  }
}

/** `perigee store ls`: the suites, spans and metrics that the store has of a repository. */
async function listStore(
  repository: string | undefined,
  options: StoreLookOptions,
): Promise<ExitCode> {
  const { name, found } = await withReader(options, async (reader) => {
    return { name: reader.name, found: await openRepository(reader, repository, options.suite) };
  });
  const { columns } = terminalOptions(process.stdout);
  process.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify(found, null, 2)}\n`
      : renderSpans(name, found.repository, found.spans, columns),
  );
  return exitCode.nothingRegressed;
}

/** As many as a person looks at; a machine gets all of them. */
const mostShown = 10;

/** `perigee store show`: the last values of the series that a name stands for. */
async function printSeries(asked: string, options: StoreShowOptions): Promise<ExitCode> {
  const { metric, last, format } = options;
  const { shown, left } = await withReader(options, async (reader) => {
    const { spans } = await openRepository(reader, options.repository, options.suite);
    const all = keepWithMetric(reader, findSpans(reader, spans, asked), metric);
    const wanted = format === 'json' ? all : all.slice(0, mostShown);
    const shown: SeriesShown[] = [];
    for (const span of wanted) {
      shown.push({ span, metric, builds: await readLastBuilds(reader, span, metric, last) });
    }
    return { shown, left: all.length - wanted.length };
  });
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(shown.map(describeSeries), null, 2)}\n`);
    return exitCode.nothingRegressed;
  }
  const { columns } = terminalOptions(process.stdout);
  process.stdout.write(shown.map((one) => renderSeriesTable(one, columns)).join('\n'));
  if (left > 0) process.stdout.write(`\nand ${left} more series: --format json has all of them\n`);
  return exitCode.nothingRegressed;
}
