import { countThings } from '../../contract/count-things.ts';
import { createWriteStream, openSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Alert } from '../../contract/alerts.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { type ExportFormat, exportFormats } from '../../store/export/export-formats.ts';
import { readAlerts } from '../../store/sqlite/open-alerts.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { nameLedger, readConfig } from '../../settings/read-config.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import { withReader } from '../store/with-reader.ts';
import { type Command, Option } from 'commander';
import { end } from '../end-with.ts';
import { storePlace, type StorePlace } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  storePlace(
    command
      .addOption(
        new Option('--format <format>', 'what `perigee import perigee` reads, or another form')
          .choices(['ndjson', 'csv', 'line-protocol'])
          .default('ndjson'),
      )
      .option('--into <file>', 'a new file (default: the standard output)')
      .option('--repository <owner/name>', 'only this repository')
      .option('--suite <name>', 'only this suite'),
  ).action((options: ExportOptions) => end(exportStore(options)));
}

interface ExportOptions extends StorePlace {
  format: 'ndjson' | 'csv' | 'line-protocol';
  suite?: string;
  repository?: string;
  /** A new file; the standard output where it is absent. */
  into?: string;
}

/**
 * `perigee export`: everything that a store keeps, oldest build first, then its alerts, into a file or to the standard
 * output.
 */
async function exportStore(options: ExportOptions): Promise<ExitCode> {
  const where = options.into === undefined ? '' : ` into ${makePlain(options.into)}`;
  const told = await withReader(options, async (reader) => {
    const repositories = await chooseRepositories(reader, options);
    const alerts = listAlerts(options);
    let builds = 0;
    const lines = writeAll(reader, { repositories, alerts }, options, () => {
      builds += 1;
    });
    const isWhole = await (options.into === undefined
      ? print(lines)
      : writeFile(lines, options.into));
    if (!isWhole) return '';
    return `${countThings(builds, 'build')} of ${reader.name}${where}\n${formatAlertCount(alerts, options)}`;
  });
  process.stderr.write(told);
  return exitCode.nothingRegressed;
}

/** Oldest first: those of the ledger where there is a bot, else those in the file of an embedded store. */
function listAlerts(options: ExportOptions): Alert[] {
  const { config, repository, suite } = options;
  const choice = chooseSeriesStore(options, process.env);
  const settings = options.file === undefined ? readConfig(config, process.env) : undefined;
  const own = choice.kind === 'sqlite' ? choice.file : undefined;
  const file = settings?.bot === undefined ? own : nameLedger(settings);
  const all = file === undefined ? [] : readAlerts(file, repository);
  return all.filter((alert) => suite === undefined || alert.suite === suite).reverse();
}

function formatAlertCount({ length }: readonly Alert[], { format: asked }: ExportOptions): string {
  if (length === 0) return '';
  const format: ExportFormat = exportFormats[asked];
  const told = `${countThings(length, 'alert')} and what people said of them`;
  return format.writeAlert === undefined
    ? `not exported: ${told}; --format ndjson has them\n`
    : `${told}\n`;
}

async function chooseRepositories(
  reader: StoreReader,
  { repository: only }: ExportOptions,
): Promise<string[]> {
  const known = await reader.listRepositories();
  if (only === undefined) return known;
  if (!known.includes(only)) throw refuse(reader, only, known);
  return [only];
}

async function* writeAll(
  reader: StoreReader,
  { alerts, repositories }: { alerts: readonly Alert[]; repositories: readonly string[] },
  { format: asked, suite }: ExportOptions,
  onBuild: () => void,
): AsyncGenerator<string> {
  const format: ExportFormat = exportFormats[asked];
  if (format.head !== undefined) yield format.head;
  for (const repository of repositories) {
    const listed = await reader.listBuilds(repository, Number.MAX_SAFE_INTEGER);
    for (const build of listed.toReversed()) {
      if (suite !== undefined && build.suite !== suite) continue;
      const stored = await reader.readBuild(build);
      if (stored === undefined) continue;
      yield* format.write(stored);
      onBuild();
    }
  }
  for (const alert of alerts) if (format.writeAlert !== undefined) yield format.writeAlert(alert);
}

/** @returns false for `perigee export | head`, which closes the pipe when it has seen enough: that is no error */
async function print(lines: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(lines, process.stdout, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    return false;
  }
}

/** A file that is there stays as it is, and half an export is not left behind. */
async function writeFile(lines: AsyncIterable<string>, path: string): Promise<true> {
  const file = openFile(path);
  try {
    await pipeline(lines, file);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function openFile(path: string): Writable {
  try {
    return createWriteStream(path, { fd: openSync(path, 'wx') });
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST';
    throw new UserError({
      where: '--into',
      seen: isThere
        ? `${makePlain(path)} is there already`
        : `${makePlain(path)} cannot be written (${code})`,
      expected: 'a new file, in a folder that exists and that you may write to',
      remedy: isThere
        ? 'name another file, or delete this one first'
        : 'make the folder first, or name another file',
      cause,
    });
  }
}

function refuse({ name }: StoreReader, repository: string, known: readonly string[]): UserError {
  return new UserError({
    where: '--repository',
    seen: `${name} has nothing of ${makePlain(repository)}`,
    expected: `one of ${known.slice(0, 10).map(makePlain).join(', ')}`,
  });
}
