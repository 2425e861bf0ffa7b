/** `are kept for 90 days`. */
export function describeKept(days: number | undefined): string {
  return days === undefined ? 'are kept for ever' : `are kept for ${days} days`;
}
