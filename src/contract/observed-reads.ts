import type { ObservationRecord, ObservedReads, TestInputs } from './documents.ts';
import type { Suite } from './suite.ts';

/** The reads of setup and a test; a sentence if they are not known. */
export function readsOfTest(
  { setup, tests }: ObservationRecord,
  suite: Pick<Suite, 'setup'>,
  name: string,
): ObservedReads[] | string {
  const test = tests.find((one) => one.name === name);
  if (test === undefined) return 'it did not pass while it was observed';
  // Without a setup nothing is made from the files of the commit.
  if (suite.setup.length === 0) return [test.reads];
  return setup === undefined ? 'setup was not observed' : [setup, test.reads];
}

/** Why it may have read more; undefined where that can be relied on. */
export function explainDoubt({ doubts, git }: ObservedReads): string | undefined {
  if (git !== undefined) return `${git} was read, which tells the commit`;
  return doubts[0];
}

/** In the words of a run that left the test out. */
export function summarizeReads(
  { by, entries, tests }: ObservationRecord,
  name: string,
): TestInputs {
  const reads = tests.find((one) => one.name === name)?.reads;
  const kinds = new Map(entries.map(({ kind, path }) => [path, kind]));
  const count = (wanted: string): number =>
    reads?.paths.filter((path) => kinds.get(path) === wanted).length ?? 0;
  return {
    ...{ state: 'same', by: [...by], files: count('file'), absent: count('absent') },
    folders: reads?.listed.length ?? 0,
  };
}
