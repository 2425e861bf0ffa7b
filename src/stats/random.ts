/** Numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number;

/**
 * A seeded generator for simulations and random tests, not for secrets: splitmix32, a counter in steps
 * of the golden ratio whose bits are mixed twice.
 * @param seed any integer; its lower 32 bits count
 */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** One draw of a standard normal (Box and Muller). */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
