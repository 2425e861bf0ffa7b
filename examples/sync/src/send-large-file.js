import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isCancelled } from './connection.js';
import { hashBytes, hashFile } from './content-hash.js';
import { chunkBytes, lanes, smallFileBytes } from './limits.js';

const pauseMs = 20;

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
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
          await sendChunk(connection, id, offset, buffer.subarray(0, bytesRead));
        }
      }),
    );
  } finally {
    await handle.close();
  }
  await connection.askJson('POST', '/finish', { id, size, hash });
  return hash;
}

/** Sends a chunk; in two halves, after a pause, when the server cancelled it for want of room. */
async function sendChunk(connection, id, offset, chunk) {
  const path = `/chunk?id=${id}&offset=${offset}&hash=${hashBytes(chunk)}`;
  try {
    await connection.ask('PUT', path, chunk);
  } catch (error) {
    if (!isCancelled(error) || chunk.length < smallFileBytes) throw error;
    await wait(pauseMs);
    const half = Math.ceil(chunk.length / 2);
    await sendChunk(connection, id, offset, chunk.subarray(0, half));
    await sendChunk(connection, id, offset + half, chunk.subarray(half));
  }
}
