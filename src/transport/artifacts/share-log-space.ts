/**
 * How many bytes each log may keep so that all together keep to a limit: short logs stay whole, and
 * the long ones share what is left equally.
 * @returns the largest size that no log has to be cut below; Infinity when all fit
 */
export function shareLogSpace(sizes: readonly number[], maxBytes: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = maxBytes;
  for (const [index, size] of ascending.entries()) {
    const equalShare = Math.floor(left / (ascending.length - index));
    if (size > equalShare) return equalShare;
    left -= size;
  }
  return Infinity;
}
