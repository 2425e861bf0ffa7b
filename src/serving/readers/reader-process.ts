/** Reads what strangers wrote, and dies of it where it has to: docs/decisions/0110. */
import { UserError, type UserErrorFacts } from '../../contract/user-error.ts';
import { serveTasks } from '../../operations/task-process.ts';
import { ArtifactRefused, type RefusalCode } from '../../transport/artifacts/artifact-store.ts';
import { type Readers, readHere } from './readers.ts';

export type ReaderTask =
  | { kind: 'suite'; text: string; file: string }
  | { kind: 'artifact'; request: Parameters<Readers['unpackArtifact']> };

export type ReaderAnswer =
  | { value: unknown }
  | { wrong: Omit<UserErrorFacts, 'cause'> }
  | { refused: { code: RefusalCode; message: string } };

serveTasks(async (task): Promise<ReaderAnswer> => {
  try {
    return { value: await read(task as ReaderTask) };
  } catch (error) {
    if (error instanceof ArtifactRefused) {
      return { refused: { code: error.code, message: error.message } };
    }
    if (!(error instanceof UserError)) throw error;
    const { cause: _cause, ...wrong } = error.facts;
    return { wrong };
  }
});

async function read(task: ReaderTask): Promise<unknown> {
  return task.kind === 'suite'
    ? readHere.parseSuite(task.text, task.file)
    : readHere.unpackArtifact(...task.request);
}
