import { closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** More programs than this start no script one after the other: the kernel gives up earlier. */
const mostPrograms = 6;

/**
 * The files that the system opens for an executed path in a folder, and no call names: the targets of its links, the
 * program that its first line names, which may be a script too, and the loader that a binary names.
 * @param folder absolute, without links in it
 * @param seenAt where the program sees it
 */
export function listStarted(path: string, folder: string, seenAt = folder): string[] {
  const started = new Set<string>();
  let open = [path.replace(/\/+$/, '')];
  for (let depth = 0; depth < mostPrograms && open.length > 0; depth += 1) {
    const found = open.flatMap((one) => readStart(one, folder, seenAt));
    for (const { file, programs } of found) for (const one of [file, ...programs]) started.add(one);
    open = found.flatMap(({ programs }) => programs);
  }
  return [...started];
}

/** The file that a path leads to, and what it names to be started by. Nothing outside the folder. */
function readStart(
  path: string,
  folder: string,
  seenAt: string,
): { file: string; programs: string[] }[] {
  let file: string;
  let descriptor: number;
  try {
    file = realpathSync(path);
    if (!path.startsWith('/') || !file.startsWith(folder + sep)) return [];
    if (!statSync(file).isFile()) return [{ file, programs: [] }];
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return [];
  }
  try {
    const named = readProgram(descriptor);
    const program = named?.startsWith(seenAt + sep) ? folder + named.slice(seenAt.length) : named;
    if (program === undefined) return [{ file, programs: [] }];
    // One that is not absolute is looked for where the process stands, which may be here or there.
    const places = program.startsWith('/') ? [''] : [`${folder}/`, `${dirname(file)}/`];
    return [{ file, programs: places.map((place) => place + program) }];
  } finally {
    closeSync(descriptor);
  }
}

function readProgram(descriptor: number): string | undefined {
  const head = readAt(descriptor, 0, 4096);
  if (head.readUInt32BE(0) === 0x7f454c46) return readLoader(descriptor, head);
  const [first = ''] = head.toString('utf8').split(/[\n\0]/, 1);
  return /^#!\s*(\S+)/.exec(first)?.[1];
}

const isSegmentOfLoader = 3;
const longestTable = 65_536;

/** PT_INTERP of a 64-bit little-endian program, see elf(5). */
function readLoader(descriptor: number, head: Buffer): string | undefined {
  const [is64, isLittle] = [head[4] === 2, head[5] === 1];
  if (!is64 || !isLittle) return undefined;
  const [size, count] = [head.readUInt16LE(54), head.readUInt16LE(56)];
  const length = Math.min(size * count, longestTable);
  const table = readAt(descriptor, Number(head.readBigUInt64LE(32)), length);
  for (let at = 0; at + 56 <= table.length && size > 0; at += size) {
    if (table.readUInt32LE(at) !== isSegmentOfLoader) continue;
    const text = readAt(descriptor, Number(table.readBigUInt64LE(at + 8)), 4096);
    return text.toString('utf8').split('\0', 1)[0];
  }
  return undefined;
}

/** Zeros behind its end. */
function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (Number.isSafeInteger(position)) readSync(descriptor, buffer, 0, length, position);
  return buffer;
}
