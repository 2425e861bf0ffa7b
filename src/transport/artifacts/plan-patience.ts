export interface Patience {
  /** For one try. */
  tryMs: number;
  /** For all tries together, and the pauses between them. */
  totalMs: number;
}

/** Storage gives a hundred times as much; what gives less would keep a place that other builds wait for. */
const slowestBytesPerMs = 512;
/** Until the first byte, on a bad day. */
const beginMs = 20_000;
const beginAllMs = 60_000;

/** How long it may take to fetch so many bytes: of the largest artifact (112 MiB) less than 5 minutes in all. */
export function planPatience(bytes: number): Patience {
  const neededMs = Math.ceil(bytes / slowestBytesPerMs);
  return { tryMs: beginMs + neededMs, totalMs: beginAllMs + neededMs };
}
