import { type Subject, subjectKey } from '../subject.ts';

/**
 * Unchanged subjects for each sweep, in one installation. A look asks GitHub some fifteen things, and
 * GitHub answers 5,000 in an hour: this many leave most of them to what happens.
 */
export const quietAtOnce = 100;

export interface QuietRounds {
  /** Those whose turn it is, so that each has one some day. @param quiet of all installations */
  choose(quiet: readonly Subject[]): Subject[];
}

export function createQuietRounds(): QuietRounds {
  /** Installation → the last one that had its turn. */
  const reached = new Map<number, string>();
  return {
    choose: (quiet) =>
      [...Map.groupBy(quiet, ({ repository }) => repository.installation)].flatMap(
        ([installation, all]) => {
          const last = reached.get(installation) ?? '';
          const sorted = all
            .map((subject) => ({ subject, key: subjectKey(subject) }))
            .sort((a, b) => (a.key < b.key ? -1 : 1));
          const next = sorted.findIndex(({ key }) => key > last);
          const start = Math.max(0, next);
          const chosen = [...sorted.slice(start), ...sorted.slice(0, start)].slice(0, quietAtOnce);
          reached.set(installation, chosen.at(-1)?.key ?? '');
          return chosen.map(({ subject }) => subject);
        },
      ),
  };
}
