import { expect, test } from 'vitest';
import {
  nextStep,
  type Search,
  type TakenReading,
} from '../../../src/variability/bisect/next-step.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';

const all: TakenReading = {
  ...{ from: 0, to: 16, size: 0.2, error: 0.02, df: 8 },
  ...{ pairs: 5, isFull: true },
};
const start: Search = { last: 16, readings: [all], broken: new Set(), mostPairs: 20 };
const taken = (to: number, size: number): TakenReading => ({ ...all, to, size });

test('the middle is measured first, then the middle of what is left', () => {
  expect(nextStep(start)).toMatchObject({ kind: 'measure', from: 0, to: 8 });
  expect(nextStep({ ...start, readings: [all, taken(8, 0)] })).toMatchObject({ to: 12 });
  expect(nextStep({ ...start, readings: [all, taken(8, 0.2)] })).toMatchObject({ to: 4 });
});

test('the noisier the series against its change, the more pairs each comparison gets', () => {
  expect(nextStep(start)).toMatchObject({ pairs: 4 });
  const noisy = { ...all, error: 0.08 };
  expect(nextStep({ ...start, readings: [noisy] })).toMatchObject({ pairs: 13 });
  expect(nextStep({ ...start, readings: [{ ...all, error: 0.15 }] })).toMatchObject({ pairs: 20 });
});

test('a commit that was told from its neighbours is confirmed, and then it is found', () => {
  const readings = [all, taken(8, 0), taken(12, 0.2), taken(10, 0.2), taken(9, 0)];
  const step = nextStep({ ...start, readings });
  expect(step).toMatchObject({ kind: 'confirm', from: 9, to: 10 });
  const confirmed = { ...all, from: 9, to: 10 };
  expect(nextStep({ ...start, readings: [...readings, confirmed] })).toMatchObject({
    kind: 'found',
    from: 9,
    to: 10,
  });
});

test('a suspect that is not confirmed is doubted, and the search goes on', () => {
  const readings = [all, taken(8, 0), taken(12, 0.2), taken(10, 0.2), taken(9, 0)];
  const denied = { ...all, from: 9, to: 10, size: 0 };
  expect(nextStep({ ...start, readings: [...readings, denied] })).toMatchObject({
    kind: 'measure',
  });
});

test('of two commits the second is found at once', () => {
  expect(nextStep({ ...start, last: 1, readings: [{ ...all, to: 1 }] })).toMatchObject({
    ...{ kind: 'found', from: 0, to: 1 },
  });
});

test('neighbours that cannot be measured are suspects together', () => {
  const step = nextStep({
    ...start,
    broken: new Set([8]),
    readings: [all, taken(7, 0), taken(9, 0.2)],
  });
  expect(step).toMatchObject({ kind: 'confirm', from: 7, to: 9 });
  const between = new Set(Array.from({ length: 15 }, (_, index) => index + 1));
  expect(nextStep({ ...start, broken: between })).toMatchObject({ kind: 'found', from: 0, to: 16 });
});

test('the search ends where it cannot be sure', () => {
  const noise = Array.from({ length: 40 }, (_, index) => taken(8, index % 2 === 0 ? 0 : 0.2));
  expect(nextStep({ ...start, readings: [all, ...noise] })).toMatchObject({ kind: 'unsure' });
});

test('nine of ten searches through noise name the commit, and hardly any names a wrong one', () => {
  const seed = 20261123;
  const random = createRandom(seed);
  let [right, wrong] = [0, 0];
  for (let round = 0; round < 100; round += 1) {
    const culprit = 1 + Math.floor(random() * 64);
    const measure = (from: number, to: number, pairs: number, isFull: boolean): TakenReading => {
      const error = Math.sqrt(2 / pairs) * 0.05;
      const size = (from < culprit && culprit <= to ? 0.15 : 0) + error * drawNormal(random);
      return { from, to, size, error, df: 2 * pairs - 2, pairs, isFull };
    };
    const readings = [measure(0, 64, 10, true)];
    for (;;) {
      const step = nextStep({ ...start, last: 64, readings });
      if (step.kind === 'found' || step.kind === 'unsure') {
        right += step.kind === 'found' && step.to === culprit ? 1 : 0;
        wrong += step.kind === 'found' && step.to !== culprit ? 1 : 0;
        break;
      }
      const pairs = step.kind === 'measure' ? step.pairs : 10;
      readings.push(measure(step.from, step.to, pairs, step.kind === 'confirm'));
    }
  }
  expect(right, `seed ${seed}`).toBeGreaterThanOrEqual(90);
  expect(wrong, `seed ${seed}`).toBeLessThanOrEqual(5);
});
