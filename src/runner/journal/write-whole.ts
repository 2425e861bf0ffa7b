import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * A reader sees the old file or the new one, never half of it. A link that a test has put in the place of
 * either is replaced, and what it leads to stays as it is.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await rm(part, { recursive: true, force: true });
  await writeFile(part, text, { flag: 'wx' });
  await rename(part, file);
}
