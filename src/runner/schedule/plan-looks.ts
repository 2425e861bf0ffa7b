export interface Look {
  /** First pair of this round, from 0. */
  from: number;
  /** One past its last pair; then the verdict is looked at. */
  to: number;
}

const pairsPerLook = 5;

/** The first `repeats` pairs, then five at a time up to `maxRepeats`. */
export function planLooks(repeats: number, maxRepeats: number): Look[] {
  const looks: Look[] = [];
  for (let from = 0; from < maxRepeats;) {
    const to = Math.min(from === 0 ? repeats : from + pairsPerLook, maxRepeats);
    looks.push({ from, to });
    from = to;
  }
  return looks;
}
