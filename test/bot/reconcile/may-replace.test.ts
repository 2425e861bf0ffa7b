import { expect, test } from 'vitest';
import { mayReplace } from '../../../bot/src/reconcile/may-replace.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { readExample } from '../../contract/corpus.ts';

const red = parseDocument('verdict', readExample('verdict', 'valid', 'one-regression'), 'x');
const green = { ...red, series: red.series.filter(({ state }) => state !== 'regressed') };
const [older, laxer] = ['base.strict.old', 'base.lax.new'];
const rest = { attempt: 1, shards: [0], basis: older };

test('other thresholds take back what was found in artifacts that are there still', () => {
  const kept = { ...rest, verdict: red, evidence: [{ name: 'shard-1', id: '7', bytes: 100 }] };
  expect(mayReplace(kept, { basis: laxer, verdict: green })).toBe(true);
});

test('they take back nothing where a verdict does not say which artifacts it was judged from', () => {
  expect(mayReplace({ ...rest, verdict: red }, { basis: laxer, verdict: green })).toBe(false);
  expect(mayReplace({ ...rest, verdict: green }, { basis: laxer, verdict: red })).toBe(true);
});

const evidence = [{ name: 'shard-1', id: '7', bytes: 100 }];
const allOf = (total: number, ...missing: number[]) => {
  const received = Array.from({ length: total }, (_, index) => index);
  return { total, received: received.filter((index) => !missing.includes(index)), missing };
};

test.each([
  ['a shard that was there is missing', allOf(2), allOf(2, 1)],
  ['it is cut into more shards', allOf(2), allOf(3)],
])('other thresholds take back nothing where %s', (_, before, after) => {
  const kept = { ...rest, evidence, verdict: { ...red, shards: before } };
  const newer = { basis: laxer, verdict: { ...green, shards: after } };
  expect(mayReplace(kept, newer)).toBe(false);
});

test('by the same thresholds more shards may come, and what was found stays found', () => {
  const kept = { ...rest, evidence, verdict: { ...red, shards: allOf(2, 1) } };
  const whole = (verdict: typeof red) => ({
    basis: older,
    verdict: { ...verdict, shards: allOf(2) },
  });
  expect(mayReplace(kept, whole(red))).toBe(true);
  expect(mayReplace(kept, whole(green))).toBe(false);
});
