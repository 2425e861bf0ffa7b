import { createSizedCache } from '../../../src/async/sized-cache.ts';
import type { RefusalCode } from '../../../src/transport/artifacts/artifact-store.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';

/** Artifacts that cannot be used, or that replace no verdict, and why. */
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
  const kept = createSizedCache<Unusable>(mostKept);
  const tried = createSizedCache<string>(mostKept);
  const wasTried = (basis: string): boolean => tried.find(basis) !== undefined;
  return {
    read: kept.find,
    keep: (basis, unusable) => kept.keep(basis, unusable),
    isWorthATry: (verdict) =>
      verdict.basis !== undefined && !wasTried(verdict.basis) && lacksUnreachable(verdict),
    noteTried: (basis) => {
      const before = wasTried(basis);
      tried.keep(basis, basis);
      return before;
    },
  };
}

/** Whether it was judged without an artifact that could not be reached. */
export function lacksUnreachable({ verdict }: Pick<AttemptVerdict, 'verdict'>): boolean {
  return verdict.problems.some(({ code }) => code === unreachable);
}
