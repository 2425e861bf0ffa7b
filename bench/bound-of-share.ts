/** A bound of a share that holds with 95%, by Wilson's formula. @param sign 1 for the upper one, -1 for the lower */
export function boundOf(hits: number, trials: number, sign: 1 | -1): number {
  const z = 1.6449;
  const p = hits / trials;
  const centre = p + (z * z) / (2 * trials);
  const reach = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  return (centre + sign * reach) / (1 + (z * z) / trials);
}
