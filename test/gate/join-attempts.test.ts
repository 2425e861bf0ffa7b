import { expect, test } from 'vitest';
import type { SeriesVerdict } from '../../src/contract/documents.ts';
import { combineAttempts } from '../../src/gate/combine-attempts.ts';
import { makeAttempt, makeFacts, series } from './make-facts.ts';

function combine(attempts: readonly SeriesVerdict[], needed: 1 | 2 = 2) {
  const [first, ...later] = attempts.map((one, index) => makeAttempt(index + 1, [one]));
  if (first === undefined) throw new Error('one attempt is needed');
  const { shardOf } = makeFacts();
  return combineAttempts([first, ...later], { needed, shardOf, accepts: new Map() });
}

/** As an attempt tested it: so much worse on the scale, with such an error. */
function tested(
  effect: number,
  state: 'regressed' | 'undecided' | 'not-regressed',
  standardError = 0.02,
): SeriesVerdict {
  const one = series(state, { ratio: Math.exp(effect) });
  const scaled = { effect, standardError, margin: 0.01, limit: 0.0488 };
  return { ...one, evidence: { ...one.evidence, p: 0.02, degreesOfFreedom: 8, scaled } };
}

const strong = tested(0.12, 'regressed');
const hint = tested(0.07, 'undecided');

test.each<[string, SeriesVerdict[], string | undefined]>([
  ['a suspicion awaits a second attempt', [hint], 'awaits-confirmation'],
  ['two suspicions are red together', [hint, hint], 'blocks'],
  ['a red one is borne out by one that points the same way', [strong, hint], 'blocks'],
  ['by one that shows a little of it', [strong, tested(0.04, 'not-regressed')], 'blocks'],
  ['and not by one that shows nothing', [strong, tested(0, 'not-regressed')], 'cleared'],
  ['a suspicion that nothing bears out is cleared', [hint, tested(0, 'not-regressed')], 'cleared'],
  [
    'two weak suspicions stay one',
    [tested(0.05, 'undecided', 0.03), tested(0.05, 'undecided', 0.03)],
    undefined,
  ],
])('judged together, %s', (_, attempts, fate) => {
  expect(combine(attempts).series[0]?.fate).toBe(fate);
});

test('what is red together is shown as all attempts have it', () => {
  const { verdict } = combine([hint, tested(0.09, 'undecided')]);
  expect(verdict.conclusion).toBe('regressed');
  const [only] = verdict.series;
  expect(only).toMatchObject({ state: 'regressed', blocking: true });
  expect(only?.evidence.change).toBeCloseTo(Math.expm1(0.08), 6);
  expect(only?.reason).toBe('+8.3% in 2 attempts taken together');
});

test('where nothing is confirmed a suspicion leaves the build undecided', () => {
  const { series: judged, verdict } = combine([hint], 1);
  expect(judged).toEqual([]);
  expect(verdict.series).toEqual([hint]);
});
