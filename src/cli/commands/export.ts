import { once } from 'node:events';
import { createWriteStream, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { type ExportFormat, exportFormats } from '../../series/export/export-formats.ts';
import type { StoreReader } from '../../series/store-reader.ts';
import type { StoreInitOptions } from '../options.ts';
import { withReader } from '../store/with-reader.ts';

export interface ExportOptions extends Pick<StoreInitOptions, 'config' | 'file'> {
  format: 'ndjson' | 'csv' | 'line-protocol';
  suite?: string;
  repository?: string;
  /** A new file; the standard output where it is absent. */
  into?: string;
}

/** `perigee export`: everything that a store keeps, oldest build first, into a file or to the standard output. */
export async function exportStore(options: ExportOptions): Promise<ExitCode> {
  const into = options.into === undefined ? process.stdout : openFile(options.into);
  const { builds, name } = await withReader(options, async (reader) => ({
    name: reader.name,
    builds: await writeAll(reader, options, into),
  }));
  if (options.into !== undefined) {
    into.end();
    await finished(into);
  }
  const where = options.into === undefined ? '' : ` into ${makePlain(options.into)}`;
  process.stderr.write(`${builds} ${builds === 1 ? 'build' : 'builds'} of ${name}${where}\n`);
  return exitCode.nothingRegressed;
}

async function writeAll(
  reader: StoreReader,
  { format: asked, repository: only, suite }: ExportOptions,
  into: Writable,
): Promise<number> {
  const format: ExportFormat = exportFormats[asked];
  const known = await reader.listRepositories();
  if (only !== undefined && !known.includes(only)) throw refuse(reader, only, known);
  if (format.head !== undefined) into.write(format.head);
  let builds = 0;
  for (const repository of only === undefined ? known : [only]) {
    const listed = await reader.listBuilds(repository, Number.MAX_SAFE_INTEGER);
    for (const build of listed.toReversed()) {
      if (suite !== undefined && build.suite !== suite) continue;
      const stored = await reader.readBuild(build);
      if (stored === undefined) continue;
      for (const lines of format.write(stored)) {
        if (!into.write(lines)) await once(into, 'drain');
      }
      builds += 1;
    }
  }
  return builds;
}

/** A file that is there stays as it is. */
function openFile(path: string): Writable {
  try {
    return createWriteStream(path, { fd: openSync(path, 'wx') });
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where: '--into',
      seen: `${makePlain(path)} cannot be made (${code})`,
      expected: 'a file that is not there yet, in a folder that is',
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
