import { LRUCache } from 'lru-cache';
import type { RestClock } from '../../../src/transport/rest/clock.ts';
import type { Repository } from '../subject.ts';
import type { StandingCheck } from './github-side.ts';

/** Most measurements are over by then. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 5000;

export interface RememberedChecks {
  /** The check that counts at a commit, if it was written lately. */
  find(repository: Repository, commit: string): StandingCheck | undefined;
  /** @param write what became of the check is not known until it has ended well */
  note(
    repository: Repository,
    commit: string,
    write: () => Promise<StandingCheck>,
  ): Promise<StandingCheck>;
}

/**
 * Only the app writes its checks, and of the app one process works at a time: what it wrote stands. For
 * a while only, so that a second bot with the same app is not overlooked for ever.
 */
export function rememberChecks(clock: RestClock): RememberedChecks {
  const memory = new LRUCache<string, StandingCheck>({
    ...{ max: mostRemembered, ttl: rememberedMs, ttlResolution: 0 },
    // The library takes zero for no time at all.
    perf: { now: () => clock.monotonicMs() + 1 },
  });
  const name = ({ id }: Repository, commit: string): string => `${id} ${commit}`;
  return {
    find: (repository, commit) => memory.get(name(repository, commit)),
    note: async (repository, commit, write) => {
      const key = name(repository, commit);
      memory.delete(key);
      const check = await write();
      memory.set(key, check);
      return check;
    },
  };
}
