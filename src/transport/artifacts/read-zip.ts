import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { artifactFiles, type ArtifactLimits } from './artifact-limits.ts';
import { type ArtifactContents, ArtifactRefused, type StoredArtifact } from './artifact-store.ts';

const stored = 0;
const deflated = 8;
const encrypted = 0x1;
const regularFile = 0x8000;

/**
 * Unpacks files of a zip file in memory. Nothing of it reaches the disk, so no name in it can lead out of a folder;
 * names that try are refused all the same, for they show an attack.
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
 * A file too large to be read is not unpacked, nor fetched: a thousandth of it would be enough to upload.
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

/** One entry of the directory at the end of a zip file. */
interface ZipEntry {
  name: string;
  method: number;
  flags: number;
  crc32: number;
  compressedBytes: number;
  bytes: number;
  /** File type bits of the Unix mode, where the writer gave one; 0 where not. */
  unixType: number;
  headerOffset: number;
}

const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 65_535;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const localSignature = 0x04034b50;
const localBytes = 30;

/**
 * Reads the directory of a zip file (PKWARE APPNOTE 6.3, sections 4.3.12 and 4.3.16). Archives of
 * more than 4 GiB or 65,534 entries, and those in several parts, are none of ours.
 * @throws ArtifactRefused when it is no zip file, or its parts do not lie inside it
 */
function readZipDirectory(zip: Buffer, maxEntries: number): ZipEntry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxEntries) {
    throw new ArtifactRefused(
      'artifact-too-large',
      `it has ${count} entries; at most ${maxEntries} are read`,
    );
  }
  const entries: ZipEntry[] = [];
  let offset = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (offset + entryBytes > end || zip.readUInt32LE(offset) !== entrySignature) throw damaged();
    const nameBytes = zip.readUInt16LE(offset + 28);
    const nameEnd = offset + entryBytes + nameBytes;
    if (nameEnd > end) throw damaged();
    entries.push({
      name: zip.toString('utf8', offset + entryBytes, nameEnd),
      flags: zip.readUInt16LE(offset + 8),
      method: zip.readUInt16LE(offset + 10),
      crc32: zip.readUInt32LE(offset + 16),
      compressedBytes: zip.readUInt32LE(offset + 20),
      bytes: zip.readUInt32LE(offset + 24),
      unixType: (zip.readUInt32LE(offset + 38) >>> 16) & 0xf000,
      headerOffset: zip.readUInt32LE(offset + 42),
    });
    offset = nameEnd + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return entries;
}

/** The compressed bytes of an entry, wherever its own header says that they begin. */
function sliceZipEntry(zip: Buffer, entry: ZipEntry): Buffer {
  const { headerOffset, compressedBytes } = entry;
  if (headerOffset + localBytes > zip.length) throw damaged();
  if (zip.readUInt32LE(headerOffset) !== localSignature) throw damaged();
  const start =
    headerOffset +
    localBytes +
    zip.readUInt16LE(headerOffset + 26) +
    zip.readUInt16LE(headerOffset + 28);
  if (start + compressedBytes > zip.length) throw damaged();
  return zip.subarray(start, start + compressedBytes);
}

/** The record at the end lies before a comment of unknown length, so it is looked for backwards. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - endBytes - longestComment);
  for (let at = zip.length - endBytes; at >= first; at--) {
    if (zip.readUInt32LE(at) === endSignature) return at;
  }
  throw new ArtifactRefused('artifact-damaged', 'it is not a whole zip file');
}

function damaged(): ArtifactRefused {
  return new ArtifactRefused('artifact-damaged', 'parts of the zip file are not where it says');
}

/**
 * The store's description of an artifact can be enough not to fetch it.
 * @throws ArtifactRefused
 */
export function refuseEarly({ bytes, isExpired }: StoredArtifact, limits: ArtifactLimits): void {
  if (isExpired === true) {
    const message = 'its content was kept for its time, and is gone';
    throw new ArtifactRefused('artifact-expired', message);
  }
  if (bytes <= limits.maxBytes) return;
  const message = `it has ${bytes} bytes; at most ${limits.maxBytes} are read`;
  throw new ArtifactRefused('artifact-too-large', message);
}
