/** `are kept for 90 days`, and `, as before` where nothing else was asked for. */
export function describeKept({
  days,
  isKept,
}: {
  days: number | undefined;
  isKept: boolean;
}): string {
  const howLong = days === undefined ? 'ever' : `${days} ${days === 1 ? 'day' : 'days'}`;
  return `are kept for ${howLong}${isKept ? ', as before' : ''}`;
}
