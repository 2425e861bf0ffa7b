/** Enough for the checks that are worked on at one time. */
const mostKnown = 10_000;

/** How many annotations a check has, as GitHub said last. What is not known any more is asked for. */
export interface KnownAnnotations {
  note(check: number, count: number): void;
  find(check: number): number | undefined;
}

export function knowAnnotations(): KnownAnnotations {
  const counts = new Map<number, number>();
  return {
    note: (check, count) => {
      counts.delete(check);
      counts.set(check, count);
      const [oldest] = counts.keys();
      if (counts.size > mostKnown && oldest !== undefined) counts.delete(oldest);
    },
    find: (check) => counts.get(check),
  };
}
