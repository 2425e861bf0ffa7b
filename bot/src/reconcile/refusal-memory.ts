import type { RefusalCode } from '../../../src/transport/artifacts/artifact-store.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';

/** What was found out of artifacts that cannot be used, or that take the place of no verdict. */
export interface Unusable {
  refusals: readonly string[];
  isOfOtherBase: boolean;
}

export interface RefusalMemory {
  read(basis: string): Unusable | undefined;
  keep(basis: string, unusable: Unusable): void;
  /** Whether a verdict lacks an artifact that could not be reached, and that was not tried since the start. */
  isWorthATry(verdict: AttemptVerdict): boolean;
  /** @returns whether it was tried before */
  noteTried(basis: string): boolean;
}

const mostKept = 1000;

const unreachable: RefusalCode = 'artifact-unreachable';

/**
 * Artifacts that cannot be used stay so. Without this, a large one would be fetched
 * again at each look. After a restart each is fetched once more: perhaps its host has been named since.
 */
export function createRefusalMemory(): RefusalMemory {
  const kept = new Map<string, Unusable>();
  const tried = new Map<string, true>();
  return {
    read: (basis) => kept.get(basis),
    keep: (basis, unusable) => keepNewest(kept, basis, unusable),
    isWorthATry: (kept) =>
      kept.basis !== undefined && !tried.has(kept.basis) && lacksUnreachable(kept),
    noteTried: (basis) => {
      const wasTried = tried.has(basis);
      keepNewest(tried, basis, true);
      return wasTried;
    },
  };
}

/** Whether it was judged without an artifact that could not be reached. */
export function lacksUnreachable({ verdict }: Pick<AttemptVerdict, 'verdict'>): boolean {
  return verdict.problems.some(({ code }) => code === unreachable);
}

function keepNewest<T>(all: Map<string, T>, basis: string, value: T): void {
  all.set(basis, value);
  for (const oldest of all.keys()) {
    if (all.size <= mostKept) break;
    all.delete(oldest);
  }
}
