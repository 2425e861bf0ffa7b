/** A change in words, for sentences; tables write it with a sign (`formatChange` of the contract). */

/** A ratio minus one as a percentage without its sign: 0.123 is 12.3%. */
export function formatShareOf(change: number): string {
  return `${round(Math.abs(change) * 100)}%`;
}

/** Beyond it a figure says nothing but that the runs had nothing in common. */
const million = 1e6;

/** "12.3% more", "5% less"; from ten times up "12 times as much", and no figure above a million. */
export function formatChangeInWords(change: number): string {
  if (change >= million) return 'over a million times as much';
  if (change >= 9) return `${round(change + 1)} times as much`;
  return `${formatShareOf(change)} ${change < 0 ? 'less' : 'more'}`;
}

/** As a ratio minus one; where an interval ends beyond it, the figure tells nothing. */
export const tenfold = 10;

/** "3.5% to 7.9% more", "between 2% less and 5% more": where a change lies, from either end. */
export function formatRange(one: number, other: number): string {
  const [low, high] = one < other ? [one, other] : [other, one];
  // Both ends of near-constant values read alike.
  if (formatChangeInWords(low) === formatChangeInWords(high)) return formatChangeInWords(low);
  if (low < 0 && high > 0 && high <= tenfold)
    return `between ${formatChangeInWords(low)} and ${formatChangeInWords(high)}`;
  if (low > tenfold) return 'more than ten times as much';
  if (high > tenfold) return `${formatChangeInWords(low)}, to more than ten times as much`;
  if (high >= 9) return `${formatChangeInWords(low)}, to ${formatChangeInWords(high)}`;
  const [near, far] = low < 0 ? [high, low] : [low, high];
  return `${formatShareOf(near)} to ${formatChangeInWords(far)}`;
}

function round(value: number): string {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)));
}
