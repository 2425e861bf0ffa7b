import type { Side } from '../../src/contract/documents.ts';
import type { SeriesPoint, StoredBuild } from '../../src/series/series-point.ts';
import type { SeriesStore } from '../../src/series/series-store.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

export const repository = 'acme/large';

const hourMs = 3_600_000;
const repeats = 5;
/** Every fiftieth series becomes 10% slower at seven tenths of the time. */
const slower = { every: 50, from: 0.7, by: 0.1 };

/** Builds of one branch, each against the one before. @returns how many values there are */
export async function fillStore(
  store: SeriesStore,
  { builds, series }: { builds: number; series: number },
  seed: number,
): Promise<number> {
  const random = createRandom(seed);
  const { signal } = new AbortController();
  for (let number = 1; number <= builds; number += 1) {
    const host = 1 + 0.03 * drawNormal(random);
    const points = Array.from({ length: series }, (_, i) => {
      const isSlower = i % slower.every === 3 && number >= slower.from * builds;
      const level = 1e6 * (1 + i) * (isSlower ? 1 + slower.by : 1) * host;
      const annotations = {};
      const span = { test: `test ${i >> 2}`, span: `span ${i & 3}`, annotations };
      return (['before', 'after'] satisfies Side[]).flatMap((side) =>
        Array.from({ length: repeats }, (__, repeat): SeriesPoint => {
          const values = { latency: level * (1 + 0.01 * drawNormal(random)) };
          return { ...span, platform: 'linux-x64', side, repeat, values, outliers: [] };
        }),
      );
    });
    await store.write([{ build: describeBuild(number), points: points.flat() }], signal);
  }
  await store.close();
  return builds * series * 2 * repeats;
}

function describeBuild(number: number): StoredBuild {
  const atMs = Date.UTC(2026, 0, 1) + number * hourMs;
  const commitOf = (one: number): string => one.toString(16).padStart(40, '0');
  return {
    ...{ repository, suite: 'large', runId: String(number), atMs, branchKind: 'default' },
    ...{ commit: commitOf(number), baseline: commitOf(number - 1), committedAtMs: atMs - 60_000 },
    ...{ branch: 'main', author: `author ${number % 9}`, isComplete: true },
    links: { build: `https://ci.example.org/${number}` },
    metrics: [{ name: 'latency', unit: 'ns', direction: 'lower', kind: 'duration' }],
  };
}
