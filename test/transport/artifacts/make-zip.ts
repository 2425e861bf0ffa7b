import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  content: Buffer;
  /** What the directory says instead of the truth. */
  bytes?: number;
  crc?: number;
  unixMode?: number;
  flags?: number;
  method?: number;
}

/** Writes a zip file, a wrong one where it is told to: the reader must not depend on a kind writer. */
export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const packed = deflateRawSync(file.content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(file.flags ?? 0, 8);
    entry.writeUInt16LE(file.method ?? 8, 10);
    entry.writeUInt32LE(file.crc ?? crc32(file.content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(file.bytes ?? file.content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((file.unixMode ?? 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
