/** How long a store keeps what. */
export interface Retention {
  /** Points of builds; whole days. Undefined: for ever. */
  keepDays?: number;
  /** The median of each day, for the time after that. Undefined: for ever. */
  keepMediansDays?: number;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** The midnight (UTC) at or before a moment. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}
