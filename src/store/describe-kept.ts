import { countThings } from '../contract/count-things.ts';
/** `are kept for 90 days`, and `, as before` where nothing else was asked for. */
export function describeKept({
  days,
  isKept,
}: {
  days: number | undefined;
  isKept: boolean;
}): string {
  const howLong = days === undefined ? 'ever' : countThings(days, 'day');
  return `are kept for ${howLong}${isKept ? ', as before' : ''}`;
}
