import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * A reader sees the old file or the new one, never half of it. A link that a test has put in the place of
 * either is replaced, and what it leads to stays as it is.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  // Two runs may write the same file at once, and a link cannot be put at an unknown name.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, text, { flag: 'wx' });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
