import { type FileHandle, open } from 'node:fs/promises';
import type { Alert } from '../../contract/alerts.ts';
import { documentLimits, parseJson } from '../../contract/json-text.ts';
import { UserError } from '../../contract/user-error.ts';
import { checkDocument } from '../../contract/validate.ts';
import { makePlain } from '../../report/plain-text.ts';
import { restoreBuild } from '../../store/export/export-formats.ts';
import type { BuildPoints } from '../../store/series-point.ts';

/** In UTF-8. It is held in memory, and is judged while it is read. */
const longestLine = 200_000_000;
const newLine = 0x0a;

/**
 * Reads the output of `perigee export`: builds, then alerts. A line at a time is held in memory.
 * @throws UserError naming the file and the line
 */
export async function* readExport(
  path: string,
  mostBytes = longestLine,
): AsyncGenerator<BuildPoints | Alert> {
  await using file = await openFile(path);
  let number = 0;
  for await (const line of readLines(file, path, mostBytes)) {
    number += 1;
    if (line.trim() !== '') yield restoreLine(line, nameLine(path, number));
  }
}

async function* readLines(
  file: FileHandle,
  path: string,
  mostBytes: number,
): AsyncGenerator<string> {
  let number = 1;
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > mostBytes) throw refuseLine(nameLine(path, number), mostBytes);
    parts.push(part);
  };
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(newLine); end >= 0; end = rest.indexOf(newLine)) {
      add(rest.subarray(0, end));
      yield Buffer.concat(parts).toString('utf8');
      number += 1;
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    add(rest);
  }
  yield Buffer.concat(parts).toString('utf8');
}

function restoreLine(line: string, where: string): BuildPoints | Alert {
  if (!line.trimStart().startsWith('{')) throw refuseForm(where);
  const value = parseJson(line, where, documentLimits);
  const isAlert = (value as { schema?: unknown } | null)?.schema === 'perigee/stored-alert';
  if (isAlert) return checkDocument('stored-alert', value, where).alert;
  return restoreBuild(checkDocument('stored-build', value, where));
}

function nameLine(path: string, number: number): string {
  return `${makePlain(path)}, line ${number}`;
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path).catch((cause: unknown) => {
    throw new UserError({
      where: path,
      seen: (cause as Error).message,
      expected: 'a file that `perigee export` wrote',
      cause,
    });
  });
}

/** The usual mistake is one of the other two. */
function refuseForm(where: string): UserError {
  return new UserError({
    where,
    seen: 'it is no JSON document',
    expected:
      'what `perigee export` writes as ndjson: tables and the line protocol are for other programs',
    remedy: 'export once more without --format',
  });
}

function refuseLine(where: string, mostBytes: number): UserError {
  return new UserError({
    where,
    seen: `the line is longer than ${mostBytes} bytes`,
    expected: `one build or alert, in at most ${mostBytes} bytes`,
    remedy:
      'check what wrote it: `perigee export` writes each build and each alert in its own line',
  });
}
