import { expect, test } from 'vitest';
import { orderProblems } from '../../src/report/order-problems.ts';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';

const problem = (code: string, message = code) => ({ code, message });

test('a missing file comes before what follows from it, and both before a busy machine', () => {
  const codes = ['machine-busy', 'log-cut', 'test-stopped', 'too-short', 'failed-output'];
  expect(orderProblems(codes.map((code) => problem(code))).map(({ code }) => code)).toEqual([
    'failed-output',
    'test-stopped',
    'too-short',
    'machine-busy',
    'log-cut',
  ]);
});

test('problems of one kind stay in their order', () => {
  const two = [problem('failed-output', 'first'), problem('failed-output', 'second')];
  expect(orderProblems(two)).toEqual(two);
});

test('the error of a broken test stands above what vanished with it', () => {
  const vanished = ['latency', 'cpu.user'].map((metric) => {
    const series = makeSeries({ metric, state: 'undecided' });
    return { ...series, after: { values: [null], rejected: [] } };
  });
  const text = renderTerminal(
    makeVerdict(vanished, {
      conclusion: 'undecided',
      problems: [problem('machine-busy'), problem('failed-output', 'cannot find input.json')],
    }),
    { colour: false, columns: 80 },
  );
  const places = ['Errors (1)', 'cannot find input.json', 'vanished', 'machine-busy'];
  const at = places.map((word) => text.indexOf(word));
  expect(at.every((place) => place >= 0)).toBe(true);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});
