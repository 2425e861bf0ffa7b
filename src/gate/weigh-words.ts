/** How many attempts called something regressed, and how many measured it and did not. */
export interface Said {
  regressed: number;
  otherwise: number;
}

/**
 * What attempts on different runners together say. Where one is enough to block, one is not enough to clear:
 * else you could run a red check again until it is green.
 * @param needed how many have to call it regressed: two where alarms are confirmed, else one
 */
export function weighWords(
  { regressed, otherwise }: Said,
  needed: 1 | 2,
): 'blocks' | 'awaits-confirmation' | 'cleared' {
  if (needed === 1) return regressed > 0 && regressed >= otherwise ? 'blocks' : 'cleared';
  if (regressed >= needed && regressed > otherwise) return 'blocks';
  return regressed > 0 && otherwise === 0 ? 'awaits-confirmation' : 'cleared';
}
