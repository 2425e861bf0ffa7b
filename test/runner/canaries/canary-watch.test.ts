import { expect, test } from 'vitest';
import { canaries, cpuLimit } from '../../../src/contract/canaries.ts';
import type { Profile } from '../../../src/contract/documents.ts';
import { CanaryWatch } from '../../../src/runner/canaries/canary-watch.ts';
import type { Canaries } from '../../../src/runner/canaries/open-canaries.ts';
import { createRandom } from '../../../src/stats/random.ts';

const first = (readings: Pick<Profile, 'canaries'>): Profile => readings as Profile;

/** Each canary takes `eachMs`, on a clock that nothing else moves. */
function stage(eachMs: () => number) {
  let nowMs = 0;
  const source: Canaries = {
    measure: (names) => {
      const readings: Record<string, number> = {};
      for (const name of names) {
        const ms = name === cpuLimit ? 0 : eachMs();
        nowMs += ms;
        readings[name] = ms * 1e6;
      }
      return Promise.resolve(readings);
    },
    warmUp: () => Promise.resolve(),
    close: () => undefined,
  };
  return { source, clock: { now: () => new Date(0), elapsedMs: () => nowMs }, spent: () => nowMs };
}

async function runPairs(watch: CanaryWatch, pairs: number, durationNs: number) {
  const seen: string[][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const one = await watch.read(undefined, 2);
    watch.note(durationNs);
    const other = await watch.read(first(one), 2);
    watch.note(durationNs);
    expect(Object.keys(other.canaries ?? {})).toEqual(Object.keys(one.canaries ?? {}));
    seen.push(Object.keys(one.canaries ?? {}));
  }
  return seen;
}

test.each([
  { pairs: 5, ms: 100, most: 500 },
  { pairs: 50, ms: 2, most: 200 },
  { pairs: 50, ms: 300, most: 900 },
  { pairs: 200, ms: 2000, most: 24_000 },
])('$pairs pairs of $ms ms spend at most $most ms', async ({ pairs, ms, most }) => {
  const seed = Math.floor(Math.random() * 1e6);
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const { source, clock, spent } = stage(() => 1 + 8 * random());
  await runPairs(new CanaryWatch(source, '/', clock, pairs * 2), pairs, ms * 1e6);
  // The last pair may take longer than it should.
  const onePair = 2 * canaries.length * 9;
  const followed = 3 * 5 * 2 * 9;
  expect(spent()).toBeLessThanOrEqual(most + onePair + followed);
  expect(spent()).toBeGreaterThan(most / 4);
});

test('a run goes through all canaries, each about as often', async () => {
  const { source, clock } = stage(() => 4);
  const watch = new CanaryWatch(source, '/', clock, 220);
  const all = await runPairs(watch, 110, 400e6);
  for (const names of all) expect(names.length === 0 || names.includes(cpuLimit)).toBe(true);
  const seen = all.flat().filter((name) => name !== cpuLimit);
  const counts = Map.groupBy(seen, (name) => name);
  expect(counts.size).toBe(canaries.length);
  const sizes = [...counts.values()].map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('the second execution of a pair has the canaries of the first, also in a run that was resumed', async () => {
  const { source, clock } = stage(() => 4);
  const watch = new CanaryWatch(source, '/', clock, 10);
  const one = first({ canaries: { 'page.fault': 1e6 } });
  expect(Object.keys((await watch.read(one, 2)).canaries ?? {})).toEqual(['page.fault']);
  expect(await watch.read(first({}), 2)).toEqual({});
});

test('one that differs within a pair is beside the next five pairs, however long it takes', async () => {
  const { source, clock } = stage(() => 4);
  const watch = new CanaryWatch(source, '/', clock, 400);
  const one = (await watch.read(undefined, 2)).canaries ?? {};
  const name = Object.keys(one)[0] ?? '';
  await watch.read(first({ canaries: { ...one, [name]: 4e9 } }), 2);
  for (let i = 0; i < 2; i += 1) watch.note(20e6);
  const seen = await runPairs(watch, 6, 20e6);
  const places = seen.flatMap((names, pair) => (names.includes(name) ? [pair] : []));
  expect(places.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
});

test('what could not be measured is absent', async () => {
  const { clock } = stage(() => 4);
  const gone: Canaries = {
    measure: () => Promise.resolve({}),
    warmUp: () => Promise.resolve(),
    close: () => undefined,
  };
  expect(await new CanaryWatch(gone, '/', clock, 10).read(undefined, 2)).toEqual({});
});
