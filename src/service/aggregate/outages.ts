import type { Patience } from '../../async/tries.ts';
import { StoreUnavailable } from '../../store/series-store.ts';
import { ArtifactsUnavailable } from '../../transport/artifacts/artifact-store.ts';
import { Unavailable } from '../../transport/platform-errors.ts';
import type { AggregationPorts } from './ports.ts';

/** Between tries of the same thing. */
export function waitFor({ chance }: Pick<AggregationPorts, 'chance'>): Patience {
  return { firstPauseMs: 200, longestPauseMs: 60_000, chance };
}

export interface Outage {
  from: 'series' | 'ci' | 'artifacts';
  askedMs: number | undefined;
}

/** An outage that waiting helps against; undefined for everything else. */
export function findOutage(error: unknown): Outage | undefined {
  if (error instanceof StoreUnavailable) return { from: 'series', askedMs: error.retryAfterMs };
  if (error instanceof Unavailable) return { from: 'ci', askedMs: error.retryAfterMs };
  if (error instanceof ArtifactsUnavailable) return { from: 'artifacts', askedMs: undefined };
  return undefined;
}

/** Builds that wait for something that is out of reach. */
export interface Outages {
  note(key: string, from: Outage['from'], why: string): void;
  end(key: string): void;
  /** The outages that builds wait for, each once. */
  list(from: Outage['from']): string[];
}

/** A try comes at least every minute. A build without one for longer is another process's now. */
const forgottenAfterMs = 300_000;

export function createOutages(clockMs: () => number): Outages {
  const waiting = new Map<string, { from: Outage['from']; why: string; atMs: number }>();
  const forget = (): void => {
    for (const [key, { atMs }] of waiting) {
      if (clockMs() - atMs > forgottenAfterMs) waiting.delete(key);
    }
  };
  return {
    note: (key, from, why) => {
      forget();
      waiting.set(key, { from, why, atMs: clockMs() });
    },
    end: (key) => void waiting.delete(key),
    list: (from) => {
      forget();
      const all = [...waiting.values()].filter((each) => each.from === from);
      return [...new Set(all.map(({ why }) => why))];
    },
  };
}
