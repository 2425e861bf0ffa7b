import { createWriteStream, constants } from 'node:fs';
import { readdir, stat, open, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface LogTally {
  /** In the run's folder. */
  found: number;
  packed: number;
  /** In all, before they were compressed and before any was cut. */
  bytes: number;
  /** The limit for all together; only above it anything is cut. */
  maxBytes: number;
  /** Those of which only head and tail were kept. */
  cut: { log: string; bytes: number; keptBytes: number }[];
  /** Logs left out: too many, or with names that no log of Perigee has. */
  leftOut: number;
}

interface Log {
  /** As profiles name it: `logs/01-upload/before-000.log`. */
  name: string;
  file: string;
  bytes: number;
}

/** Packs all logs of a run into one `.tar.gz`, one log in memory at a time. */
export async function packLogs(
  runFolder: string,
  into: string,
  limits: { maxLogBytes: number; maxLogs: number },
): Promise<LogTally> {
  const found = await listLogs(runFolder);
  const logs = found.filter(({ name }) => isPlain(name)).slice(0, limits.maxLogs);
  const maxBytes = limits.maxLogBytes;
  const share = shareLogSpace(
    logs.map(({ bytes }) => bytes),
    maxBytes,
  );
  const entries = async function* (): AsyncGenerator<Buffer> {
    for (const { name, file } of logs) yield createTarEntry(name, await readLog(file, share));
    yield tarEnd;
  };
  await pipeline(Readable.from(entries()), createGzip(), createWriteStream(into, { flags: 'wx' }));
  return {
    found: found.length,
    packed: logs.length,
    bytes: logs.reduce((sum, log) => sum + log.bytes, 0),
    maxBytes,
    cut: logs
      .filter((log) => log.bytes > share)
      .map((log) => ({ log: log.name, bytes: log.bytes, keptBytes: share })),
    leftOut: found.length - logs.length,
  };
}

/** Regular files only: a link could publish a file by mistake. */
async function listLogs(runFolder: string): Promise<Log[]> {
  const entries = await readdir(join(runFolder, 'logs'), {
    recursive: true,
    withFileTypes: true,
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const logs: Log[] = [];
  for (const file of files.sort()) {
    const name = relative(runFolder, file).split(sep).join('/');
    logs.push({ name, file, bytes: (await stat(file)).size });
  }
  return logs;
}

function isPlain(name: string): boolean {
  return name.length <= longestTarName && /^[\w./-]+$/.test(name);
}

const blockBytes = 512;
/** Longest name in the header; longer ones would need an extension. */
const longestTarName = 100;

/**
 * One regular file of a tar archive in the ustar format of POSIX.1-1988: a header block and the
 * content, filled up to whole blocks. Nothing of the machine is in it: no owner, no time.
 * @param name relative, ASCII, at most `longestTarName` characters
 */
function createTarEntry(name: string, content: Buffer): Buffer {
  const paddedBytes = Math.ceil(content.length / blockBytes) * blockBytes;
  const entry = Buffer.alloc(blockBytes + paddedBytes);
  entry.write(name, 0, 'latin1');
  entry.write('0000644\0', 100);
  entry.write('0000000\0', 108);
  entry.write('0000000\0', 116);
  entry.write(`${octal(content.length, 11)}\0`, 124);
  entry.write(`${octal(0, 11)}\0`, 136);
  entry.write('        ', 148);
  entry.write('0', 156);
  entry.write('ustar\x0000', 257);
  entry.write(`${octal(sumHeader(entry), 6)}\0 `, 148);
  content.copy(entry, blockBytes);
  return entry;
}

/** Two blocks of zeros. */
const tarEnd: Buffer = Buffer.alloc(2 * blockBytes);

/** Counted while the checksum's own field holds blanks. */
function sumHeader(entry: Buffer): number {
  return entry.subarray(0, blockBytes).reduce((sum, byte) => sum + byte, 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/**
 * How many bytes each log may keep so that all together keep to a limit: short logs stay whole, and
 * the long ones share what is left equally.
 * @returns the largest size that no log has to be cut below; Infinity when all fit
 */
export function shareLogSpace(sizes: readonly number[], maxBytes: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = maxBytes;
  for (const [index, size] of ascending.entries()) {
    const equalShare = Math.floor(left / (ascending.length - index));
    if (size > equalShare) return equalShare;
    left -= size;
  }
  return Infinity;
}

/** Share of a cut log that comes from its beginning. The end says how it ended, so it gets more. */
const headShare = 1 / 4;
const noticeBytes = 64;

/**
 * Reads a log, or its head and tail with a line between them that says how much is missing.
 * @param maxBytes of what is returned, the notice included
 * @throws when `file` is a link: a test may have put one there
 */
export async function readLog(file: string, maxBytes: number): Promise<Buffer> {
  // A named pipe that took a log's place would hold us until it is written to.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags);
  try {
    const { size } = await handle.stat();
    if (size <= maxBytes) return await readRange(handle, 0, size);
    const kept = Math.max(0, maxBytes - noticeBytes);
    const headBytes = Math.floor(kept * headShare);
    const tailBytes = kept - headBytes;
    const notice = `\n[perigee: ${size - kept} bytes were cut here]\n`;
    return Buffer.concat([
      await readRange(handle, 0, headBytes),
      Buffer.from(notice).subarray(0, maxBytes - kept),
      await readRange(handle, size - tailBytes, tailBytes),
    ]);
  } finally {
    await handle.close();
  }
}

/** Shorter than asked when the file ends before. */
async function readRange(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
