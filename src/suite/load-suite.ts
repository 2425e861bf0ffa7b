import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync } from 'node:fs';
import { constants, open } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Suite } from '../contract/suite.ts';
import { UserError } from '../contract/user-error.ts';
import { parseSuite } from './parse-suite.ts';
import { findShared } from './shared-thresholds.ts';

/** 20,000 rules over 10,000 tests take 3.7 MB; a file that is larger was not written for Perigee. */
const mostBytes = 2 ** 22;

/**
 * Reads, checks and resolves a perigee.yml.
 * @throws UserError that names file, line and column of all that is wrong
 */
export async function loadSuite(file: string): Promise<Suite> {
  const text = decode(await readBounded(file), file);
  const path = findShared(text, file);
  if (path === undefined || !existsSync(path)) return parseSuite(text, file);
  const folder = realpathSync(dirname(file));
  const place = join(folder, relative(dirname(file), path));
  // A job reads it from a commit, where a link is the text of a path.
  const isLink = realpathSync(path) !== place;
  if (isLink || !place.startsWith(findRoot(folder) + sep)) {
    throw new UserError({
      where: basename(file),
      seen: `"from" in "thresholds" ${isLink ? 'is a link' : 'leads out of the repository'}`,
      expected: 'a file of this repository, from the folder of this one, e.g. ../thresholds.yml',
    });
  }
  return parseSuite(text, file, decode(await readBounded(path), path));
}

/** The root of the repository; without one, the folder itself. */
function findRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return folder;
  }
}

async function readBounded(file: string): Promise<Buffer> {
  const refuse = (seen: string, cause?: unknown): UserError =>
    new UserError({
      where: basename(file),
      seen,
      expected: 'text in UTF-8, at most 4 MiB',
      remedy: 'write a perigee.yml with `perigee init`, or name yours with --config',
      cause,
    });
  // Non-blocking, since opening a pipe would otherwise wait for its writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (cause: unknown) => {
      throw refuse(describeOpenError(cause), cause);
    },
  );
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw refuse(stat.isDirectory() ? 'this is a folder' : 'not a plain file');
    // One byte more than allowed tells a file that grew from one that fits.
    const buffer = Buffer.alloc(mostBytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    if (bytesRead > mostBytes) throw refuse('the file is larger than 4 MiB');
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function describeOpenError(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read';
  return `the file cannot be read (${code ?? message})`;
}

function decode(bytes: Buffer, file: string): string {
  const nul = bytes.indexOf(0);
  const isText = nul < 0 && isUtf8(bytes);
  if (isText) return bytes.toString('utf8');
  const before = nul < 0 ? firstBrokenText(bytes) : bytes.subarray(0, nul).toString('latin1');
  const line = before.split('\n').length;
  throw new UserError({
    where: `${basename(file)}:${line}`,
    seen: nul < 0 ? 'this line is not UTF-8' : 'a NUL byte: the file is binary, or UTF-16',
    expected: 'text in UTF-8',
    remedy: 'save the file as UTF-8 in your editor',
  });
}

/** The text up to the first byte that is not UTF-8. */
function firstBrokenText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.slice(0, text.indexOf('\ufffd'));
}
