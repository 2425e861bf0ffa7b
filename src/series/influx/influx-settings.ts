import type { CardinalityLimits } from '../cardinality-guard.ts';

export interface InfluxSettings {
  /** Address of the server, e.g. `https://influx.example.com:8086`. */
  url: string;
  /** For InfluxDB 1.8: `user:password`. */
  token: string;
  /** InfluxDB 1.8 has none: an empty text. */
  organisation: string;
  /** For InfluxDB 1.8: `database/retention policy`. */
  bucket: string;
  /** How long the server may be silent within a request. */
  timeoutMs?: number;
  limits?: CardinalityLimits;
}

export const defaultTimeoutMs = 30_000;

/** It has no organisations, buckets and tasks. What a server says of its version may be empty or "dev". */
export function isVersion1({ organisation }: Pick<InfluxSettings, 'organisation'>): boolean {
  return organisation === '';
}

/** Where the medians of days are kept. */
export function dailyBucket(bucket: string): string {
  return `${bucket}_daily`;
}
