import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from './event-log.ts';

/**
 * A folder with one file for each event, as a spool for where no other log can be reached. An event
 * that is written twice is there once: its id names the file.
 */
export function openDirectoryLog(folder: string): EventLog {
  return {
    name: `folder ${folder}`,
    append: async (event, signal) => {
      signal.throwIfAborted();
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${createHash('sha256').update(event.id).digest('hex')}.json`);
      // A reader sees the whole event or none.
      await writeFile(`${file}.part`, `${JSON.stringify(event)}\n`);
      await rename(`${file}.part`, file);
    },
  };
}
