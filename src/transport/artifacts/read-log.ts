import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Share of a cut log that comes from its beginning. The end says how it ended, so it gets more. */
const headShare = 1 / 4;
const noticeBytes = 64;

/**
 * Reads a log, or its head and tail with a line between them that says how much is missing.
 * @param maxBytes of what is returned, the notice included
 * @throws when `file` is a link: a test may have put one there
 */
export async function readLog(file: string, maxBytes: number): Promise<Buffer> {
  // A named pipe that took a log's place would hold us until somebody writes to it.
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
