import { createWriteStream, openSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { type ExportFormat, exportFormats } from '../../series/export/export-formats.ts';
import { readAlerts } from '../../series/sqlite/open-alerts.ts';
import type { StoreReader } from '../../series/store-reader.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import type { StoreInitOptions } from '../options.ts';
import { withReader } from '../store/with-reader.ts';
import { count } from '../tell-letters.ts';

export interface ExportOptions extends Pick<StoreInitOptions, 'config' | 'file'> {
  format: 'ndjson' | 'csv' | 'line-protocol';
  suite?: string;
  repository?: string;
  /** A new file; the standard output where it is absent. */
  into?: string;
}

/**
 * `perigee export`: everything that a store keeps except its alerts, oldest build first, into a file or to the standard
 * output.
 */
export async function exportStore(options: ExportOptions): Promise<ExitCode> {
  const where = options.into === undefined ? '' : ` into ${makePlain(options.into)}`;
  const told = await withReader(options, async (reader) => {
    const repositories = await chooseRepositories(reader, options);
    let builds = 0;
    const lines = writeAll(reader, repositories, options, () => {
      builds += 1;
    });
    const isWhole = await (options.into === undefined
      ? print(lines)
      : writeFile(lines, options.into));
    if (!isWhole) return '';
    return `${count(builds, 'build')} of ${reader.name}${where}\n${tellAlerts(options, repositories)}`;
  });
  process.stderr.write(told);
  return exitCode.nothingRegressed;
}

/** The file of an embedded store has alerts as well. Nothing brings them into another store. */
function tellAlerts(options: ExportOptions, repositories: readonly string[]): string {
  const choice = chooseSeriesStore(options, process.env);
  if (choice.kind === 'influx') return '';
  const { length } = repositories.flatMap((repository) => readAlerts(choice.file, repository));
  if (length === 0) return '';
  return `not exported: ${count(length, 'alert')} and what people said of them; only a copy of ${makePlain(choice.file)} has them\n`;
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
  repositories: readonly string[],
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
