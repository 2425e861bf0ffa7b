import type { ObservationRecord, ObservedReads } from '../../../src/contract/documents.ts';

/**
 * Unites what several runs saw of one shard of one commit: each may have seen what another missed, so all of it counts,
 * and each doubt. Setup may come from a kept build in one of them.
 */
export function uniteObserved(
  older: ObservationRecord,
  newer: ObservationRecord,
): ObservationRecord {
  if ((older.observer ?? 0) < (newer.observer ?? 0)) return newer;
  const tests = new Map(older.tests.map(({ name, reads }) => [name, reads]));
  for (const { name, reads } of newer.tests) tests.set(name, uniteReads(tests.get(name), reads));
  const entries = [...newer.entries, ...older.entries];
  const setup = newer.setup === undefined ? older.setup : uniteReads(older.setup, newer.setup);
  return {
    ...newer,
    by: [...new Set([...older.by, ...newer.by])],
    ...(setup === undefined ? {} : { setup }),
    tests: [...tests].map(([name, reads]) => ({ name, reads })),
    entries: [...new Map(entries.map((entry) => [entry.path, entry])).values()],
  };
}

function uniteReads(one: ObservedReads | undefined, other: ObservedReads): ObservedReads {
  if (one === undefined) return other;
  const git = one.git ?? other.git;
  const unite = (key: 'paths' | 'listed' | 'doubts') => [...new Set([...one[key], ...other[key]])];
  return {
    ...{ paths: unite('paths'), listed: unite('listed'), doubts: unite('doubts') },
    git,
    seesQuestions: one.seesQuestions && other.seesQuestions,
  };
}
