const dayMs = 24 * 60 * 60_000;

/** @param day `YYYY-MM-DD` @returns when it is over in UTC, in milliseconds since 1970 */
export function endOfDayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + dayMs;
}
