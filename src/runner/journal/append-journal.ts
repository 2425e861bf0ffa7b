import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Profile } from '../../contract/documents.ts';
import type { EnoughToEnd } from '../schedule/plan-round.ts';

/** One line of the journal: an execution that ended, or the tests that a look at the verdict found. */
export type JournalEntry =
  | { profile: Profile }
  | {
      look: {
        number: number;
        undecided: readonly string[];
        hinted: readonly string[];
        suspected?: readonly string[] | undefined;
        isEnough?: EnoughToEnd | undefined;
      };
    };

export interface Journal {
  append(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a journal for writing at its end. A line goes out in one call, so that a killed run leaves at
 * most its last line incomplete.
 * @param keepBytes what follows them is cut off: the rest of a line that was not finished
 */
export async function openJournal(file: string, keepBytes: number): Promise<Journal> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const handle: FileHandle = await open(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  await handle.truncate(keepBytes);
  return {
    append: async (entry) => {
      await handle.appendFile(`${JSON.stringify(entry)}\n`);
    },
    close: () => handle.close(),
  };
}
