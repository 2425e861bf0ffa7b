import type { RunHistory } from '../../../src/gate/run-history.ts';

/** Shards that began before the check had passed measure all the same; the others do not, which is no fault. */
export function isMeasured({ history }: { history: readonly RunHistory[] }): boolean {
  return history.some(({ attempts }) =>
    attempts.some(({ verdict }) => verdict.conclusion !== 'incomplete'),
  );
}
