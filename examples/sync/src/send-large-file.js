import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hashBytes, hashFile } from './content-hash.js';
import { chunkBytes, lanes } from './limits.js';

/**
 * Sends a file in chunks, as many at a time as there are lanes. A lane reads its next chunk only
 * when the server has stored the one before, into the same buffer: memory does not grow with the
 * file. Returns the hash of the whole file.
 */
export async function sendLargeFile(connection, root, { path, size }) {
  const hash = await hashFile(join(root, path), size);
  const id = await connection.askJson('POST', '/large', path);
  const handle = await open(join(root, path));
  try {
    let next = 0;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, size));
        while (next < size) {
          const offset = next;
          next += chunkBytes;
          await sendChunk(connection, id, handle, offset, buffer);
        }
      }),
    );
  } finally {
    await handle.close();
  }
  await connection.askJson('POST', '/finish', { id, size, hash });
  return hash;
}

async function sendChunk(connection, id, handle, offset, buffer) {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
  const chunk = buffer.subarray(0, bytesRead);
  await connection.ask('PUT', `/chunk?id=${id}&offset=${offset}&hash=${hashBytes(chunk)}`, chunk);
}
