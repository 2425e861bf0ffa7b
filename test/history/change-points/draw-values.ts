import { createRandom, drawNormal } from '../../../src/stats/random.ts';

/** Values around 100 with 3% noise, and what stands at each place as a factor. */
export function drawValues(
  seed: number,
  length: number,
  factorAt: (place: number) => number = () => 1,
  noise = 0.03,
): number[] {
  const random = createRandom(seed);
  return Array.from(
    { length },
    (_, place) => 100 * Math.exp(noise * drawNormal(random)) * factorAt(place),
  );
}
