import { ArtifactRefused } from './artifact-store.ts';

/** What the directory at the end of a zip file says of one entry. */
export interface ZipEntry {
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
export function readZipDirectory(zip: Buffer, maxEntries: number): ZipEntry[] {
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
export function sliceZipEntry(zip: Buffer, entry: ZipEntry): Buffer {
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
