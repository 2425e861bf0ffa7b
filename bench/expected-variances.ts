/**
 * Regenerates the table of src/stats/expected-variance.ts: the expected variance of n standard normal
 * values after the farthest of every five was removed.
 *   node bench/expected-variances.ts [draws]
 */
import { createRandom, drawNormal } from '../src/stats/random.ts';
import { countOutliers, trimFarthest, varianceOfStretch } from '../src/stats/trim.ts';

const draws = Number(process.argv[2] ?? 1_000_000);
const random = createRandom(20261121);
const sizes = process.argv[3]?.split(',').map(Number) ?? [
  ...Array.from({ length: 36 }, (_, i) => i + 5),
  100,
  200,
];

for (const n of sizes) {
  // Larger samples vary less: the standard error stays near 0.0005.
  const repetitions = Math.round((draws * 5) / n);
  let sum = 0;
  const values = new Float64Array(n);
  for (let i = 0; i < repetitions; i += 1) {
    for (let j = 0; j < n; j += 1) values[j] = drawNormal(random);
    const sorted = Array.from(values.sort());
    const { from, to } = trimFarthest(sorted, countOutliers(n, 1));
    sum += varianceOfStretch(sorted, from, to);
  }
  console.log(`${n} ${(sum / repetitions).toFixed(4)}`);
}
