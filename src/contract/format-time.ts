/** `2026-11-21`, in UTC. @param at milliseconds, or RFC 3339 in UTC */
export function formatDay(at: number | string): string {
  return toText(at).slice(0, 10);
}

/** `2026-11-21 19:48`, in UTC. @param at milliseconds, or RFC 3339 in UTC */
export function formatMinute(at: number | string): string {
  return toText(at).slice(0, 16).replace('T', ' ');
}

function toText(at: number | string): string {
  if (typeof at === 'string') return at;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString();
}
