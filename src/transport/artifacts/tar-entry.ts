const blockBytes = 512;
/** Longest name in the header; longer ones would need an extension. */
export const longestTarName = 100;

/**
 * One regular file of a tar archive in the ustar format of POSIX.1-1988: a header block and the
 * content, filled up to whole blocks. Nothing of the machine is in it: no owner, no time.
 * @param name relative, ASCII, at most `longestTarName` characters
 */
export function createTarEntry(name: string, content: Buffer): Buffer {
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
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes);

/** Counted while the checksum's own field holds blanks. */
function sumHeader(entry: Buffer): number {
  return entry.subarray(0, blockBytes).reduce((sum, byte) => sum + byte, 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
