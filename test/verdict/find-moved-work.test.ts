import { expect, test } from 'vitest';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { judge } from '../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries, steady } from './sample-aggregate.ts';

const warnsOfWhole = [
  {
    match: { span: wholeTestSpan },
    relative: 0.05,
    action: 'warn',
    where: 'perigee.yml:1:1',
  } as const,
];

function judgeSpanIn(
  span: [before: number, after: number],
  whole: [before: number, after: number],
  occurrences?: { before: number; after: number },
) {
  const own = sampleSeries(steady(span[0]), steady(span[1]), occurrences && { occurrences });
  const all = sampleSeries(steady(whole[0]), steady(whole[1]), { span: wholeTestSpan });
  return judge(sampleAggregate([own, all]), { ...options, rules: warnsOfWhole });
}

test('work that leaves a span and takes as long beside it is no improvement', () => {
  const verdict = judgeSpanIn([100, 20], [150, 150]);
  expect(verdict.counts.improved).toBe(0);
  expect(verdict.conclusion).toBe('passed');
  expect(verdict.problems).toMatchObject([
    {
      code: 'work-moved',
      test: 'upload',
      message: expect.stringMatching(/fell by 80.*rose by 80/),
    },
  ]);
});

test('work that leaves a span and becomes slower there leaves the span undecided', () => {
  const verdict = judgeSpanIn([100, 20], [150, 310]);
  expect(verdict.counts).toMatchObject({ improved: 0, undecided: 1 });
  expect(verdict.conclusion).toBe('undecided');
});

test('the work of all occurrences counts where a span occurs often', () => {
  expect(judgeSpanIn([10, 2], [150, 150], { before: 10, after: 10 }).counts.improved).toBe(0);
});

test('a span that became faster, and its test with it, has improved', () => {
  const verdict = judgeSpanIn([100, 20], [150, 70]);
  expect(verdict.counts.improved).toBe(2);
  expect(verdict.problems).toEqual([]);
});

test('a faster span has improved where the rest became a little slower', () => {
  expect(judgeSpanIn([100, 20], [150, 90]).problems).toEqual([]);
});
