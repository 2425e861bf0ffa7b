import type { RestClock } from '../../../src/transport/rest/clock.ts';
import { keepSized } from '../../../src/async/keep-sized.ts';
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
 * Nobody but the app writes its checks, and of the app one process works at a time: what it wrote stands. For
 * a while only, so that a second bot with the same app is not overlooked for ever.
 */
export function rememberChecks(clock: RestClock): RememberedChecks {
  const memory = keepSized<{ check: StandingCheck; atMs: number } | 'unknown'>(mostRemembered);
  const name = ({ id }: Repository, commit: string): string => `${id} ${commit}`;
  return {
    find: (repository, commit) => {
      const known = memory.find(name(repository, commit)) ?? 'unknown';
      if (known === 'unknown' || clock.monotonicMs() - known.atMs >= rememberedMs) return undefined;
      return known.check;
    },
    note: async (repository, commit, write) => {
      const key = name(repository, commit);
      memory.keep(key, 'unknown', 1);
      const check = await write();
      memory.keep(key, { check, atMs: clock.monotonicMs() }, 1);
      return check;
    },
  };
}
