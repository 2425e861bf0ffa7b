/**
 * How long a reader waits for the pages of the dashboard: first paint, and drawing a series of 2,000 builds of ten
 * repeats. The store is filled first; each page is opened that many times, each time with an empty cache.
 *   node bench/dashboard.ts [--builds 2000] [--series 40] [--times 5]
 */
import { parseArgs } from 'node:util';
import { linkTo } from '../src/explorer/page-addresses.ts';
import type { SeriesPage } from '../src/explorer/answers.ts';
import type { BuildPoints } from '../src/series/series-point.ts';
import { createRandom, drawNormal } from '../src/stats/random.ts';
import { openDashboard, untilComputed } from '../test/dashboard/open-dashboard.ts';
import { commitOf, makePoint, makeStoredBuild } from '../test/series/make-build.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '2000' },
    series: { type: 'string', default: '40' },
    times: { type: 'string', default: '5' },
  },
});
const [builds, series, times] = [options.builds, options.series, options.times].map(Number);
const repository = 'acme/sync';
const random = createRandom(1);

const filled = performance.now();
const dashboard = await openDashboard(
  Array.from({ length: builds ?? 0 }, (_, i) => makeBuild(i + 1)),
);
await untilComputed(dashboard, repository);
console.log(
  `${builds} builds x ${series} series, seed 1: stored and worked out in ${((performance.now() - filled) / 1000).toFixed(0)} s`,
);
const found = await dashboard.read<SeriesPage>(
  `/repositories/${encodeURIComponent(repository)}/series?limit=1`,
);
const id = found.series[0]?.id ?? '';
try {
  await measure('overview', linkTo.overview(repository));
  await measure('series', linkTo.oneSeries(repository, id, { from: commitOf(1) }));
} finally {
  await dashboard.close();
}

async function measure(name: string, address: string): Promise<void> {
  const paints: number[] = [];
  const draws: number[] = [];
  const work: number[] = [];
  for (let time = 0; time < (times ?? 0); time += 1) {
    // The process of the tab is there, and nothing of the page is.
    const { page } = await dashboard.open('/nothing');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const readWorkMs = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find((one) => one.name === 'TaskDuration')?.value ?? NaN);
    };
    const before = await readWorkMs();
    await page.goto(new URL(address, page.url()).href);
    await page.waitForSelector('main:not([aria-busy]) h1');
    work.push((await readWorkMs()) - before);
    const [paint = NaN, draw] = await page.evaluate(() =>
      ['first-contentful-paint', 'draw history'].map((each) => {
        const [entry] = performance.getEntriesByName(each);
        return entry === undefined ? undefined : entry.duration || entry.startTime;
      }),
    );
    paints.push(paint);
    if (draw !== undefined) draws.push(draw);
    await page.close();
  }
  const drawing = draws.length === 0 ? '' : `, drawing ${range(draws)}`;
  console.log(
    `${name}: first paint ${range(paints)}${drawing}; ${range(work)} of CPU time for all of it`,
  );
}

function range(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const [least = NaN, middle = NaN, most = NaN] = [0, sorted.length >> 1, sorted.length - 1].map(
    (at) => sorted[at],
  );
  return `${middle.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}

function makeBuild(number: number): BuildPoints {
  const points = Array.from({ length: series ?? 0 }, (_, i) =>
    (['before', 'after'] as const).flatMap((side) =>
      Array.from({ length: 5 }, (_repeat, repeat) => {
        const isOutlier = random() < 0.01;
        const latency =
          1e8 *
          (number > 1200 ? 1.15 : 1) *
          (1 + 0.01 * drawNormal(random)) *
          (isOutlier ? 1.5 : 1);
        const outliers = isOutlier ? ['latency'] : [];
        return makePoint({ test: `test ${i}`, side, repeat, values: { latency }, outliers });
      }),
    ),
  );
  return { build: makeStoredBuild(number, { branch: 'main' }), points: points.flat() };
}
