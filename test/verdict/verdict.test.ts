import { describe, expect, test } from 'vitest';
import type { Samples, SeriesSamples, SeriesVerdict } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listHints } from '../../src/verdict/list-hints.ts';
import { listOutliers } from '../../src/verdict/list-outliers.ts';
import { listPossibleGains, listUndecidedTests } from '../../src/verdict/list-undecided-tests.ts';
import { options, sampleAggregate, sampleSeries, steady, suspected } from './sample-aggregate.ts';

describe('find moved work', () => {
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
});

describe('list hints', () => {
  const verdict = judge(sampleAggregate([sampleSeries(steady(100), steady(100))]), options);
  const [base] = verdict.series as [SeriesVerdict];

  /** A blocking series that may be 5% slower: by 3% with a p of 2%, unless something else is said. */
  function series(
    test: string,
    evidence: Partial<SeriesVerdict['evidence']> = {},
    more: Partial<SeriesVerdict> = {},
  ): SeriesVerdict {
    return {
      ...base,
      ...{ test, state: 'undecided', blocking: false },
      threshold: { rule: 'built-in', action: 'block', relative: 0.05 },
      ...more,
      evidence: { method: 'shrunk-t', p: 0.02, change: 0.03, changeAbsolute: 3e6, ...evidence },
    };
  }

  const list = (all: SeriesVerdict[]): string[] => listHints({ ...verdict, series: all });
  const threshold = base.threshold;

  test.each<[string, SeriesVerdict]>([
    ['chance explains', series('a', { p: 0.06 })],
    ['is less than half of what is allowed', series('a', { change: 0.024 })],
    ['is better', series('a', { change: -0.3 })],
    ['only warns', series('a', {}, { threshold: { ...threshold, action: 'warn' } })],
    ['is certain', series('a', {}, { state: 'regressed', blocking: true })],
    [
      'is less than half of an absolute limit',
      series('a', {}, { threshold: { ...threshold, absolute: 7e6 } }),
    ],
  ])('what %s is no hint', (_, one) => {
    expect(list([one])).toEqual([]);
  });

  test('an exact series is none: more pairs would be the same', () => {
    const { p: _, ...evidence } = series('a').evidence;
    expect(list([{ ...series('a'), evidence: { ...evidence, method: 'exact' } }])).toEqual([]);
  });

  test('each test is named once, the strongest hint first', () => {
    const all = [series('a'), series('b', { p: 0.01 }), series('a', { p: 0.001 }), series('c')];
    expect(list(all)).toEqual(['a', 'b', 'c']);
  });

  test('of a metric of which more is better, less is a hint', () => {
    const metrics = verdict.metrics.map((one) => ({ ...one, direction: 'higher' as const }));
    const less = series('a', { change: -0.03, changeAbsolute: -3e6 });
    expect(listHints({ ...verdict, metrics, series: [less, series('b')] })).toEqual(['a']);
  });

  test('from zero there is no change, and the difference counts', () => {
    const { change: _, ...evidence } = series('a').evidence;
    const limits = { ...threshold, absolute: 4e6 };
    expect(list([{ ...series('a', {}, { threshold: limits }), evidence }])).toEqual(['a']);
  });
});

describe('list outliers', () => {
  test('the outliers are those that the verdict marks, of builds with disturbed repeats and gaps', () => {
    const seed = 20261121;
    const random = createRandom(seed);
    let found = 0;
    for (let build = 0; build < 30; build++) {
      const series = Array.from({ length: 12 }, (_, number) =>
        sampleSeries(drawSide(random), drawSide(random), { test: `test ${number}` }),
      );
      const aggregate = sampleAggregate(series);
      const marked = judge(aggregate, options).series.flatMap((one) => {
        const { test: name, before, after } = one;
        const isMarked = before.rejected.length + after.rejected.length > 0;
        return isMarked ? [{ test: name, before: before.rejected, after: after.rejected }] : [];
      });
      const listed = listOutliers(aggregate).map(({ test: name, before, after }) => {
        return { test: name, before: before.rejected, after: after.rejected };
      });
      expect(byTest(listed), `seed ${seed}, build ${build}`).toEqual(byTest(marked));
      found += listed.length;
    }
    expect(found).toBeGreaterThan(30);
  });

  test('a series of which every repeat counts is not listed', () => {
    const aggregate = sampleAggregate([sampleSeries(steady(100), steady(101))]);
    expect(listOutliers(aggregate)).toEqual([]);
  });

  const byTest = <T extends { test: string }>(list: readonly T[]): T[] =>
    list.toSorted((a, b) => (a.test < b.test ? -1 : 1));

  /** Five to ten values around 100 ms; one in eight is disturbed, and one in ten is not there. */
  function drawSide(random: Random): Samples {
    return Array.from({ length: 5 + Math.floor(random() * 6) }, () => {
      if (random() < 0.1) return null;
      const disturbance = random() < 0.125 ? 1.5 : 1;
      return Math.round(100e6 * disturbance * (1 + 0.01 * drawNormal(random)));
    });
  }
});

describe('list undecided tests', () => {
  const factors = [1, 1.06, 0.95, 1.03, 0.97];
  const around = (ms: number): number[] => factors.map((factor) => Math.round(ms * factor * 1e6));
  /** Better by 6%, give or take. */
  const better = sampleSeries(around(100), around(94).toReversed());
  const same = sampleSeries(steady(100), steady(100), { test: 'steady' });

  const list = (series: SeriesSamples[]) =>
    listUndecidedTests(judge(sampleAggregate(series), options));

  test('more pairs tell more of what is suspected, and of what is not seen', () => {
    const noisy = sampleSeries(around(100), around(100).toReversed(), { test: 'noisy' });
    expect(list([same, suspected(), noisy])).toEqual(['upload', 'noisy']);
  });

  test('a test that may be better gets more if that is expected, a steady one does not', () => {
    const rules = [{ where: 'a', match: {}, relative: 0.05, action: 'block' as const, see: 0.5 }];
    const verdict = judge(sampleAggregate([better, same]), { ...options, rules });
    expect(verdict.series.find(({ test: name }) => name === 'upload')?.state).toBe('not-regressed');
    expect(listPossibleGains(verdict)).toContain('upload');
    expect(listPossibleGains(verdict)).not.toContain('steady');
  });

  test('more is better where the metric says so', () => {
    const aggregate = sampleAggregate([]);
    const metrics = aggregate.metrics.map((one) => ({ ...one, direction: 'higher' as const }));
    const more = sampleSeries(around(94), around(100).toReversed());
    const verdict = judge({ ...aggregate, series: [more], tests: [], metrics }, options);
    expect(listPossibleGains(verdict)).toEqual(['upload']);
  });
});
