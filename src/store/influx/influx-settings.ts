import type { CardinalityLimits } from '../cardinality-guard.ts';

export interface InfluxSettings {
  /** Address of the server, e.g. `https://influx.example.com:8086`. */
  url: string;
  token: string;
  organisation: string;
  bucket: string;
  /** How long the server may be silent within a request. */
  timeoutMs?: number;
  limits?: CardinalityLimits;
}

export const defaultTimeoutMs = 30_000;

/** Where the medians of days are kept. */
export function dailyBucket(bucket: string): string {
  return `${bucket}_daily`;
}
