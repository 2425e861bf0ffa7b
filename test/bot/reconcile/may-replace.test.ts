import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mayReplace } from '../../../bot/src/reconcile/may-replace.ts';
import { parseDocument } from '../../../src/contract/validate.ts';

const file = 'schemas/examples/verdict/valid/one-regression.json';
const red = parseDocument('verdict', readFileSync(file, 'utf8'), file);
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
