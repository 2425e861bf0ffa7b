import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { smallFileBytes } from './limits.js';

/** SHA-256 of bytes, in hexadecimal. */
export function hashBytes(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a file: at once when it is small, else as a stream. */
export async function hashFile(file, size) {
  if (size <= smallFileBytes) return hashBytes(readFileSync(file));
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
