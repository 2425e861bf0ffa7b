/** Reads and judges what strangers wrote, and dies of it where it has to: docs/decisions/0110. */
import { UserError, type UserErrorFacts } from '../../contract/user-error.ts';
import { serveTasks } from '../../async/task-process.ts';
import { ArtifactRefused, type RefusalCode } from '../../transport/artifacts/artifact-store.ts';
import { type Readers, readHere } from './readers.ts';

/** A call of one of the readers. */
export interface ReaderTask<K extends keyof Readers = keyof Readers> {
  call: K;
  given: Parameters<Readers[K]>;
}

export type ReaderAnswer =
  | { value: unknown }
  | { wrong: Omit<UserErrorFacts, 'cause'> }
  | { refused: { code: RefusalCode; message: string } };

serveTasks(async (task): Promise<ReaderAnswer> => {
  const { call, given } = task as ReaderTask;
  try {
    return { value: await (readHere[call] as (...all: unknown[]) => Promise<unknown>)(...given) };
  } catch (error) {
    if (error instanceof ArtifactRefused) {
      return { refused: { code: error.code, message: error.message } };
    }
    if (!(error instanceof UserError)) throw error;
    const { cause: _cause, ...wrong } = error.facts;
    return { wrong };
  }
});
