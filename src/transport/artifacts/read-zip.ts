import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { artifactFiles } from './artifact-files.ts';
import type { ArtifactLimits } from './artifact-limits.ts';
import { type ArtifactContents, ArtifactRefused } from './artifact-store.ts';
import { readZipDirectory, sliceZipEntry, type ZipEntry } from './zip-directory.ts';

const stored = 0;
const deflated = 8;
const encrypted = 0x1;
const regularFile = 0x8000;

/**
 * Unpacks files of a zip file in memory. Nothing of it reaches the disk, so no name in it can lead out of a
 * folder; names that try are refused all the same, for they show what somebody had in mind.
 * @throws ArtifactRefused
 */
export async function readZip(
  zip: Buffer,
  wanted: readonly string[],
  limits: ArtifactLimits,
): Promise<ArtifactContents> {
  const entries = readZipDirectory(zip, limits.maxFiles);
  const contents = new Map<string, Buffer>();
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    refuseUnexpected(entry, seen);
    seen.add(entry.name);
    bytes += entry.bytes;
    if (bytes > limits.maxBytes) {
      throw new ArtifactRefused(
        'artifact-too-large',
        `its files have more than ${limits.maxBytes} bytes when they are unpacked`,
      );
    }
    if (!wanted.includes(entry.name)) continue;
    refuseTooLarge(entry, limits);
    contents.set(entry.name, await unpackEntry(zip, entry));
  }
  return contents;
}

function refuseUnexpected(entry: ZipEntry, seen: ReadonlySet<string>): void {
  refuseUnexpectedName(entry.name);
  const shown = JSON.stringify(entry.name);
  const because =
    (seen.has(entry.name) && 'is there twice') ||
    ((entry.flags & encrypted) !== 0 && 'is encrypted') ||
    (entry.method !== stored && entry.method !== deflated && 'is compressed in an unknown way') ||
    (entry.unixType !== 0 && entry.unixType !== regularFile && 'is not a regular file');
  if (because !== false) {
    throw new ArtifactRefused('artifact-unexpected-content', `its entry ${shown} ${because}`);
  }
}

/**
 * A file of an artifact has a plain name, in no folder. A newer Perigee may add some.
 * @throws ArtifactRefused
 */
export function refuseUnexpectedName(name: string): void {
  if (/^[a-z0-9][a-z0-9.-]{0,99}$/.test(name)) return;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new ArtifactRefused(
    'artifact-unexpected-content',
    `it has an entry ${shown}, which no artifact of Perigee has`,
  );
}

/**
 * What nobody would read for its size is not unpacked, nor fetched: a thousandth of it would be enough to upload.
 * @throws ArtifactRefused
 */
export function refuseTooLarge(
  { bytes, name }: Pick<ZipEntry, 'bytes' | 'name'>,
  limits: ArtifactLimits,
): void {
  const most: Readonly<Record<string, number>> = {
    [artifactFiles.event]: limits.maxEventBytes,
    [artifactFiles.record]: limits.maxRecordBytes,
    [artifactFiles.observation]: limits.maxObservationBytes,
  };
  const maxBytes = most[name] ?? limits.maxBytes;
  if (bytes <= maxBytes) return;
  const message = `its ${name} has ${bytes} bytes; at most ${maxBytes} are read`;
  throw new ArtifactRefused('artifact-too-large', message);
}

async function unpackEntry(zip: Buffer, entry: ZipEntry): Promise<Buffer> {
  const packed = sliceZipEntry(zip, entry);
  const content = entry.method === stored ? packed : await inflate(packed, entry);
  if (content.length === entry.bytes && crc32(content) === entry.crc32) return content;
  throw new ArtifactRefused(
    'artifact-damaged',
    `its file ${entry.name} is not what was put into it (CRC-32 or length differ)`,
  );
}

/** At most one byte more than the entry says it has: that one shows that it lies. */
async function inflate(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: entry.bytes + 1 });
  } catch (cause) {
    throw new ArtifactRefused(
      'artifact-damaged',
      `its file ${entry.name} cannot be unpacked to the ${entry.bytes} bytes that it should have`,
      { cause },
    );
  }
}
