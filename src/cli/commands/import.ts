import { countThings } from '../../contract/count-things.ts';
import { basename, dirname, join } from 'node:path';
import { open } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { Alert } from '../../contract/alerts.ts';
import { readResults } from '../../adapters/read-results.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { historyFormats, pointsOfImport } from '../../store/import/points-of-import.ts';
import { openInfluxStore } from '../../store/influx/open-influx-store.ts';
import type { BuildPoints } from '../../store/series-point.ts';
import { type SeriesStore, StoreUnavailable } from '../../store/series-store.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import { readRemote } from '../../pipeline/read-remote.ts';
import type { HistoryFormat } from '../../store/import/imported-build.ts';
import { findOrigin, nameRepository } from '../name-repository.ts';
import { readExport } from '../store/read-export.ts';
import { formatUnreachable, withAlerts } from '../store/with-reader.ts';
import { findFolder } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { storePlace, type StorePlace } from '../shared-options.ts';

interface ImportOptions extends StorePlace {
  repository?: string;
  suite?: string;
}

export function declareCommand(command: Command): void {
  storePlace(
    command
      .argument('<tool>', 'perigee, github-action-benchmark, bencher, asv or conbench')
      .argument(
        '<files...>',
        'what perigee export wrote, data.js, reports, results, or answers of an API',
      )
      .option(
        '--suite <name>',
        'the suite that it belongs to (default: that of perigee.yml, else the name of the repository)',
      )
      .option(
        '--repository <owner/name>',
        'whose history it is (default: that of `origin`, else the one in the file)',
      ),
  ).action((tool: string, files: string[], options: ImportOptions) =>
    end(importHistory(tool, files, options)),
  );
}

const largestFile = 100_000_000;
const patienceMs = 120_000;
const buildsAtOnce = 50;
const faultsShown = 5;

/** `perigee import`: the history of another tool, marked as such, in the series store. Doing it again changes nothing. */
async function importHistory(
  tool: string,
  files: readonly string[],
  options: ImportOptions,
): Promise<ExitCode> {
  if (tool === 'perigee') return importExport(files, options);
  const format = historyFormats.find(({ name }) => name === tool);
  if (format === undefined) throw refuseTool(tool);
  const root = findFolder(process.cwd());
  const told = options.repository ?? findOrigin(root) ?? (await findTold(format, files[0] ?? ''));
  const repository = nameRepository(root, told);
  const suite = options.suite ?? (await findSuiteName(root)) ?? basename(repository);
  const imported = [];
  const faults: string[] = [];
  const leaveOut = (what: string) => faults.push(what);
  for (const file of files) imported.push(...format.read(await readText(file), file, leaveOut));
  const points = pointsOfImport(imported, { repository, suite, tool }, readResults);
  const { builds } = points;
  faults.push(...points.faults);
  const { isWhole, name, written } = await writeAll(options, [builds], faults);
  process.stdout.write(
    `${countThings(written, 'point')} of ${countThings(builds.length, 'build')} ${written === 1 ? 'is' : 'are'} in ${name}, as ${repository}, suite ${makePlain(suite)}\n` +
      'they are marked as imported: no verdict counts them\n',
  );
  printFaults(faults);
  return isWhole ? exitCode.nothingRegressed : exitCode.couldNotMeasure;
}

/** Brings the output of `perigee export` into this store too. */
async function importExport(files: readonly string[], options: ImportOptions): Promise<ExitCode> {
  if ((options.suite ?? options.repository) !== undefined) throw refuseNames();
  const faults: string[] = [];
  const alerts: Alert[] = [];
  let builds = 0;
  const read = async function* (): AsyncGenerator<BuildPoints[]> {
    for (const file of files) {
      for await (const restored of readExport(file)) {
        if ('build' in restored) {
          builds += 1;
          yield [restored];
        } else alerts.push(restored);
      }
    }
  };
  const { isWhole, name, written } = await writeAll(options, read(), faults);
  const kept = restoreAlerts(options, alerts, faults);
  const told = kept === 0 ? '' : ` and ${countThings(kept, 'alert')}`;
  process.stdout.write(
    `${countThings(written, 'point')} of ${countThings(builds, 'build')}${told} in ${name}\n`,
  );
  printFaults(faults);
  return isWhole || (builds === 0 && kept > 0)
    ? exitCode.nothingRegressed
    : exitCode.couldNotMeasure;
}

/** @returns how many are kept now */
function restoreAlerts(options: ImportOptions, alerts: readonly Alert[], faults: string[]): number {
  if (alerts.length === 0) return 0;
  const choice = chooseSeriesStore(options, process.env);
  if (choice.kind === 'influx') {
    faults.push(
      `${countThings(alerts.length, 'alert')}: InfluxDB keeps none, only a file does (--file)`,
    );
    return 0;
  }
  withAlerts(choice.file, (store) => {
    for (const alert of alerts) store.restoreAlert(alert);
  });
  return alerts.length;
}

interface Imported {
  name: string;
  written: number;
  isWhole: boolean;
}

async function writeAll(
  options: ImportOptions,
  parts: Iterable<readonly BuildPoints[]> | AsyncIterable<readonly BuildPoints[]>,
  faults: string[],
): Promise<Imported> {
  const store = openStore(options);
  let written = 0;
  let refused = 0;
  let stored = 0;
  try {
    for await (const builds of parts) {
      for (let i = 0; i < builds.length; i += buildsAtOnce) {
        const some = builds.slice(i, i + buildsAtOnce);
        const outcome = await store.write(some, AbortSignal.timeout(patienceMs));
        stored += some.length;
        written += outcome.written;
        refused += outcome.refused.length;
        for (const { reason } of outcome.refused) faults.push(reason);
      }
    }
  } catch (cause) {
    if (stored > 0) {
      process.stderr.write(
        `${countThings(stored, 'build')} before that ${stored === 1 ? 'is' : 'are'} stored in ${store.name}; importing again changes nothing of ${stored === 1 ? 'it' : 'them'}\n`,
      );
    }
    throw cause instanceof StoreUnavailable ? formatUnreachable(cause) : cause;
  } finally {
    await store.close();
  }
  return { name: store.name, written, isWhole: written > 0 && refused === 0 };
}

function printFaults(faults: readonly string[]): void {
  for (const fault of faults.slice(0, faultsShown)) {
    process.stderr.write(`left out: ${makePlain(fault)}\n`);
  }
  if (faults.length > faultsShown) {
    process.stderr.write(`and ${faults.length - faultsShown} more were left out\n`);
  }
}

function refuseNames(): UserError {
  return new UserError({
    where: 'perigee import perigee',
    seen: '--suite or --repository',
    expected: 'neither: every build in the file says whose it is',
  });
}

function refuseTool(tool: string): UserError {
  const names = ['perigee', ...historyFormats.map(({ name }) => name)].join(', ');
  return new UserError({ where: 'perigee import', seen: `"${tool}"`, expected: `one of ${names}` });
}

async function findTold(format: HistoryFormat, file: string): Promise<string | undefined> {
  return readRemote(format.findAddress?.(await readText(file), file) ?? '');
}

async function findSuiteName(root: string): Promise<string | undefined> {
  const file = join(root, 'perigee.yml');
  return existsSync(file) ? (await loadSuite(file)).name : undefined;
}

async function readText(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is no file');
    if (stats.size > largestFile) throw new Error(`it has ${stats.size} bytes`);
    return await file.readFile('utf8');
  } catch (cause) {
    throw refuseFile(path, (cause as Error).message, cause);
  }
}

function refuseFile(where: string, seen: string, cause: unknown): UserError {
  return new UserError({ where, seen, expected: 'a file of at most 100 MB', cause });
}

function openStore(options: ImportOptions): SeriesStore {
  const choice = chooseSeriesStore(options, process.env);
  if (choice.kind === 'influx') return openInfluxStore(choice.settings);
  makeDataFolder(dirname(choice.file));
  return openSqliteStore({ file: choice.file });
}
