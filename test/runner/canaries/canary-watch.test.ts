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
  { pairs: 5, ms: 20, most: 500 },
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
  expect(spent()).toBeLessThanOrEqual(most + onePair);
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

test('one that takes far too long does not silence the others', async () => {
  let reading = 0;
  const { source, clock } = stage(() => ((reading += 1) % 20 === 0 ? 2000 : 4));
  const seen = await runPairs(new CanaryWatch(source, '/', clock, 100), 50, 300e6);
  expect(seen.filter((names) => names.length === 0).length).toBeLessThan(10);
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
