import { expect, test } from 'vitest';
import { type Noise, nameNoise } from '../../src/stats/name-noise.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

const seed = 20_261_123;
const runs = 40;

/** How often each kind is named, of 200 times that noise is drawn. */
function countKinds(draw: (random: Random) => number[]): Partial<Record<Noise['kind'], number>> {
  const random = createRandom(seed);
  const counts: Partial<Record<Noise['kind'], number>> = {};
  for (let i = 0; i < 200; i += 1) {
    const { kind } = nameNoise(draw(random).map((value) => 1e8 * Math.exp(value)));
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const list = (each: (at: number) => number) => Array.from({ length: runs }, (_, at) => each(at));

test('even noise is seldom taken for any other', () => {
  const { even = 0, 'now-and-then': stray = 0 } = countKinds((random) =>
    list(() => 0.02 * drawNormal(random)),
  );
  expect(even, `seed ${seed}`).toBeGreaterThan(170);
  expect(even + stray, `seed ${seed}`).toBeGreaterThan(190);
});

test.each<[Noise['kind'], string, (random: Random) => number[]]>([
  [
    'now-and-then',
    'one run in ten 30% slower',
    (random) => list(() => 0.02 * drawNormal(random) + (random() < 0.1 ? 0.3 : 0)),
  ],
  [
    'two-states',
    'every other run by chance 12% slower',
    (random) => list(() => 0.01 * drawNormal(random) + (random() < 0.5 ? 0.12 : 0)),
  ],
  [
    'in-turn',
    'every third run 8% slower',
    (random) => list((at) => 0.01 * drawNormal(random) + (at % 3 === 1 ? 0.08 : 0)),
  ],
  [
    'lasting',
    'noise of which 90% is left in the next run',
    (random) => {
      let last = 0;
      return list(() => (last = 0.9 * last + 0.01 * drawNormal(random)));
    },
  ],
])('%s: %s', (kind, _what, draw) => {
  expect(countKinds(draw)[kind], `seed ${seed}`).toBeGreaterThan(170);
});

test('the period and the distance of the states are told', () => {
  const random = createRandom(seed);
  const inTurn = list((at) => (at % 3 === 0 ? 110 : 100) + random());
  expect(nameNoise(inTurn), `seed ${seed}`).toEqual({ kind: 'in-turn', period: 3 });
  const states = nameNoise(list(() => (random() < 0.5 ? 112 : 100) + random()));
  expect(states.kind === 'two-states' && states.slower, `seed ${seed}`).toBeCloseTo(0.12, 1);
});
