/**
 * Time and memory of a verdict over 100,000 series of 5 + 5 repeats, beside what the input alone takes.
 *   node bench/verdict-size.ts [series] [drift]
 * A drift is how far the machine moves from pair to pair: 0.3 lets all pairs be compared.
 */
import { createRandom, drawNormal } from '../src/stats/random.ts';
import { judge } from '../src/verdict/judge.ts';
import { makeLargeAggregate } from './large-aggregate.ts';

const count = Number(process.argv[2] ?? 100_000);
const drift = Number(process.argv[3] ?? 0);
const weather = createRandom(2);
const machine = Array.from({ length: 5 }, () => Math.exp(drift * drawNormal(weather)));
const aggregate = makeLargeAggregate(count, machine);

const peakBefore = process.resourceUsage().maxRSS / 1024;
const start = performance.now();
const verdict = judge(aggregate, { rules: [], today: '2026-01-01', tagsOf: new Map() });
const seconds = (performance.now() - start) / 1000;
const peak = process.resourceUsage().maxRSS / 1024;

console.log(`${count} series × 5+5: ${seconds.toFixed(2)} s`);
console.log(
  `peak memory ${peak.toFixed(0)} MiB, of which ${peakBefore.toFixed(0)} before the verdict`,
);
const [first] = verdict.series;
console.log(`${verdict.headline} (${first?.evidence.method})`);
