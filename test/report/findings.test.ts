import { expect, test } from 'vitest';
import { groupBySpan, isBroken, sortFindings } from '../../src/report/findings.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';

test('undecided series that could block come before those that only warn', () => {
  const soft = makeSeries({ state: 'undecided', threshold: { action: 'warn' } });
  const hard = makeSeries({ state: 'undecided' });
  expect(sortFindings(makeVerdict([soft, hard])).undecided).toEqual([hard, soft]);
});

test('what vanished with a failing test comes last, since the failing test is told first', () => {
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const hung = { passed: 0, failed: 0, timedOut: 2, interrupted: 0 };
  const vanished = makeSeries({ test: 'hangs', state: 'undecided' });
  vanished.after = { values: [null, null], rejected: [] };
  const soft = makeSeries({ test: 'runs', state: 'undecided', threshold: { action: 'warn' } });
  const tests = [
    { name: 'hangs', before: passed, after: hung },
    { name: 'runs', before: passed, after: passed },
  ];
  const found = sortFindings(makeVerdict([vanished, soft], { tests }));
  expect(found.undecided).toEqual([soft, vanished]);
});

test('the metrics of one span stand together in the order of the worst', () => {
  const [a, b, c] = [
    makeSeries({ span: 'a' }),
    makeSeries({ span: 'b' }),
    makeSeries({
      span: 'a',
      metric: 'cpu.user',
      annotations: { operation: 'upload', num_files: 10000 },
    }),
  ];
  const groups = groupBySpan([a, b, c], []);
  expect(groups.map((group) => group.series)).toEqual([[a, c], [b]]);
});

test.each([
  ['fails as often as before', { failed: 1 }, { failed: 1 }, false],
  ['fails more often', { failed: 1 }, { failed: 2 }, true],
  ['times out where it did not', {}, { timedOut: 1 }, true],
  ['failed and is mended', { failed: 5 }, {}, false],
])('a test that %s: broken is decided', (_what, before, after, broken) => {
  const tally = { passed: 3, failed: 0, timedOut: 0, interrupted: 0 };
  const outcome = { name: 'x', before: { ...tally, ...before }, after: { ...tally, ...after } };
  expect(isBroken(outcome)).toBe(broken);
});
