/**
 * Time and memory of a verdict over 100,000 series of 5 + 5 repeats, beside what the input alone takes.
 *   node bench/verdict-size.ts [series] [drift]
 * A drift is how far the machine moves from pair to pair: 0.3 lets all pairs be compared.
 */
import { createRandom, drawNormal } from '../src/stats/random.ts';
import { judge } from '../src/verdict/judge.ts';
import { describeMetric } from './calibration-scenarios.ts';
import { emptyAggregate } from './calibration-run.ts';

const count = Number(process.argv[2] ?? 100_000);
const names = ['latency', 'cpu.total', 'memory.peak', 'disk.writes', 'page_faults.minor'];
const drift = Number(process.argv[3] ?? 0);
const weather = createRandom(2);
const machine = Array.from({ length: 5 }, () => Math.exp(drift * drawNormal(weather)));
const random = createRandom(1);
const draw = (worse: number) =>
  machine.map((slow) => Math.round(1e8 * slow * worse * Math.exp(0.02 * drawNormal(random))));

const series = Array.from({ length: count }, (_, i) => ({
  test: `test ${Math.floor(i / 50)}`,
  span: `span ${Math.floor(i / 5) % 10}`,
  annotations: { files: 1000 },
  platform: 'linux-x64',
  metric: names[i % names.length] as string,
  before: draw(1),
  after: draw(i % 100 === 0 ? 1.3 : 1),
}));
const metrics = names.map((name) => describeMetric(name));
const aggregate = { ...emptyAggregate({ repeats: 5, maxRepeats: 20 }), metrics, series };

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
