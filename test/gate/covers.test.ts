import { expect, test } from 'vitest';
import type { Evidence } from '../../src/contract/documents.ts';
import { covers } from '../../src/gate/covers.ts';

const names = { key: 'k', test: 'a', span: 's', metric: 'latency' };
const measured = (evidence: Partial<Evidence>) => ({
  evidence: { method: 'paired-t' as const, ...evidence },
});

test.each([
  ['less than was accepted', 0.05, true],
  ['what was accepted', 0.1, true],
  ['what the same code may show again, up to the upper bound', 0.12, true],
  ['more than the upper bound', 0.1201, false],
  ['an improvement', -0.3, true],
])('of a series accepted at +10%% (up to 12%%), %s: %d is covered: %s', (_, change, isCovered) => {
  const accepted = { ...names, change: 0.1, changeAbsolute: 1e6, upper: 0.12 };
  expect(covers(accepted, measured({ change, changeAbsolute: 9e9 }), 'lower')).toBe(isCovered);
});

test('without an upper bound, as of exact counts, no step more is covered', () => {
  const accepted = { ...names, change: 0.1 };
  expect(covers(accepted, measured({ change: 0.1 }), 'lower')).toBe(true);
  expect(covers(accepted, measured({ change: 0.1 + 1e-6 }), 'lower')).toBe(false);
  // As 110 / 100 - 1 gives it.
  expect(covers(accepted, measured({ change: 110 / 100 - 1 }), 'lower')).toBe(true);
});

test('from zero the difference counts', () => {
  const accepted = { ...names, changeAbsolute: 40 };
  expect(covers(accepted, measured({ changeAbsolute: 40 }), 'lower')).toBe(true);
  expect(covers(accepted, measured({ changeAbsolute: 41 }), 'lower')).toBe(false);
});

test('where the series comes from zero now, a ratio that was accepted says nothing', () => {
  const accepted = { ...names, change: 0.1, upper: 0.2, changeAbsolute: 40 };
  expect(covers(accepted, measured({ changeAbsolute: 1 }), 'lower')).toBe(false);
});

test('nothing is covered by an accept without figures', () => {
  expect(covers(names, measured({ change: 0.01, changeAbsolute: 1 }), 'lower')).toBe(false);
});

test('where more is better, less is worse', () => {
  const accepted = { ...names, change: -0.1, upper: -0.08 };
  expect(covers(accepted, measured({ change: -0.05 }), 'higher')).toBe(true);
  expect(covers(accepted, measured({ change: -0.1 }), 'higher')).toBe(true);
  expect(covers(accepted, measured({ change: -0.11 }), 'higher')).toBe(false);
});
