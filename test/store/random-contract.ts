/** A random history of writes, against the plainest store there is: what was written last of each build. */
import { expect } from 'vitest';
import type { BuildPoints, SeriesPoint } from '../../src/store/series-point.ts';
import { createRandom } from '../../src/stats/random.ts';
import { makePoint, makeQuery, makeStoredBuild, writeAll } from './make-build.ts';
import { asRead, oddNames, type StoreContract } from './store-contract.ts';

const seed = 20_261_121;
const writes = 60;
const mostBuilds = 12;
/** Hundreds of calls of a server that others keep busy. */

export function testRandomHistory({ test, open }: StoreContract): void {
  test('after any history of writes each build is as it was written last', async () => {
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { store, again } = await open();
    const stores = [store, again()];
    const oracle = new Map<string, BuildPoints>();
    for (let count = 0; count < writes; count += 1) {
      const builds = drawBuilds(random);
      await writeAll(stores[count % 2]!, ...builds);
      for (const one of builds) {
        const atMs = oracle.get(one.build.runId)?.build.atMs ?? one.build.atMs;
        oracle.set(one.build.runId, { ...one, build: { ...one.build, atMs } });
      }
    }
    for (const expected of oracle.values()) {
      expect(await store.readBuild(expected.build)).toEqual(asRead(expected));
    }
    const query = makeQuery({ test: 't1', annotations: { kind: oddNames[1]! } });
    const stored = await store.readLast(query, 10_000);
    expect(stored.map(({ value }) => value).sort(byNumber)).toEqual(
      [...oracle.values()]
        .flatMap(({ points }) => points)
        .filter(({ test: name, annotations }) => {
          return name === 't1' && annotations['kind'] === oddNames[1];
        })
        .flatMap(({ values }) => values['latency'] ?? [])
        .sort(byNumber),
    );
    expect(stored.length).toBeGreaterThan(0);
  });
}

/** One to three different builds, each with some of the points that it may have. */
function drawBuilds(random: () => number): BuildPoints[] {
  const first = Math.floor(random() * mostBuilds);
  const count = 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, more) => {
    const number = first + more;
    const build = makeStoredBuild(number, {
      atMs: makeStoredBuild(number % 3).atMs + Math.floor(random() * 10),
      branchKind: random() < 0.8 ? 'default' : 'other',
      isComplete: random() < 0.5,
    });
    return { build, points: drawPoints(random) };
  });
}

function drawPoints(random: () => number): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  for (const test of ['t1', 't2']) {
    for (const kind of oddNames.slice(0, 3)) {
      for (const side of ['before', 'after'] as const) {
        for (let repeat = 0; repeat < 3; repeat += 1) {
          if (random() < 0.3) continue;
          const values = {
            latency: random() * 1e9,
            ...(random() < 0.7 ? { 'cpu.user': Math.floor(random() * 1e3) } : {}),
          };
          const outliers = random() < 0.2 ? ['latency'] : [];
          points.push(makePoint({ test, side, repeat, values, outliers, annotations: { kind } }));
        }
      }
    }
  }
  return points;
}

function byNumber(a: number, b: number): number {
  return a - b;
}
