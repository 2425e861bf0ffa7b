/** `2027-01-28`; empty where the time is not known. The same text on every machine and locale. */
export function writeDay(atMs: number | undefined): string {
  return atMs === undefined ? '' : new Date(atMs).toISOString().slice(0, 10);
}

/** `09:00 UTC`; empty where the time is not known. */
export function writeClock(atMs: number | undefined): string {
  return atMs === undefined ? '' : writeTime(atMs).slice('2027-01-28 '.length);
}

/** `2027-01-28 09:00 UTC` */
export function writeTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
