import { Unavailable } from '../../transport/platform-errors.ts';
import { StoreUnavailable } from '../../series/series-store.ts';
import { ArtifactsUnavailable } from '../../transport/artifacts/artifact-store.ts';

const firstPauseMs = 200;
const longestPauseMs = 60_000;
/** A server that asks for more than this has a wrong clock. */
const longestAskedMs = 3_600_000;

/**
 * How long to wait before the next try: twice as long each time, up to a minute, with a share left to
 * chance so that many do not come back at once; never less than what the other side asked for.
 * @param tried how often it was tried, from 1
 * @param chance in [0, 1)
 */
export function choosePauseMs(tried: number, askedMs: number | undefined, chance: number): number {
  const grown = Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs);
  const asked = Math.min(askedMs ?? 0, longestAskedMs);
  return Math.max(grown * (0.5 + chance / 2), asked);
}

export interface Outage {
  from: 'series' | 'ci' | 'artifacts';
  askedMs: number | undefined;
}

/** What waiting helps against; undefined for everything else. */
export function findOutage(error: unknown): Outage | undefined {
  if (error instanceof StoreUnavailable) return { from: 'series', askedMs: error.retryAfterMs };
  if (error instanceof Unavailable) return { from: 'ci', askedMs: error.retryAfterMs };
  if (error instanceof ArtifactsUnavailable) return { from: 'artifacts', askedMs: undefined };
  return undefined;
}
