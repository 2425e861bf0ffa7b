/** What was found out of artifacts that cannot be used. */
export interface Unusable {
  refusals: readonly string[];
  isOfOtherBase: boolean;
}

export interface RefusalMemory {
  read(basis: string): Unusable | undefined;
  keep(basis: string, unusable: Unusable): void;
}

const mostKept = 1000;

/**
 * Artifacts that cannot be used stay so. Without this, whoever leaves a large one would have it fetched
 * again at each look. After a restart each is fetched once more.
 */
export function createRefusalMemory(): RefusalMemory {
  const kept = new Map<string, Unusable>();
  return {
    read: (basis) => kept.get(basis),
    keep: (basis, unusable) => {
      kept.set(basis, unusable);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
    },
  };
}
