import { describe, expect, test } from 'vitest';
import type { Metric, SeriesVerdict } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { countOthers, listLeads } from '../../src/contract/series-key.ts';
import { reasonOf } from '../../src/contract/series-reason.ts';
import { judge } from '../../src/verdict/judge.ts';
import { sortWorstFirst } from '../../src/verdict/sort-worst-first.ts';
import { makeSeries } from '../report/fixtures/make-verdict.ts';
import {
  judgeOne,
  latency,
  options,
  sampleAggregate,
  sampleSeries,
  steady,
  writes,
} from './sample-aggregate.ts';

const five = (value: number) => Array.from({ length: 5 }, () => value);
const count = { metric: 'disk.writes' };

test('counts that are the same in every repeat are decided exactly', () => {
  const { only } = judgeOne(sampleSeries([1000, 1000, 1000], [1200, 1200, 1200], count));
  expect(only).toMatchObject({ state: 'regressed', evidence: { method: 'exact' } });
  expect(only.evidence.change).toBeCloseTo(0.2, 12);
  expect(only.reason).toContain('exactly 1,000 in every repeat before and 1,200 after');
});

test.each([
  ['equal counts', 1000, 1000, 'not-regressed'],
  ['a change below both limits', 1000, 1020, 'not-regressed'],
  ['more than 10% but fewer than 50', 20, 40, 'not-regressed'],
  ['more than 50 but below 10%', 10_000, 10_100, 'not-regressed'],
  ['from nothing to much', 0, 500, 'regressed'],
  ['from much to nothing', 500, 0, 'improved'],
] as const)('exactly: %s', (_, before, after, state) => {
  const { only } = judgeOne(sampleSeries(five(before), five(after), count));
  expect(only.state).toBe(state);
});

test('from nothing to something has no ratio, only a difference', () => {
  const { verdict, only } = judgeOne(sampleSeries(five(0), five(500), count));
  expect(only.evidence.change).toBeUndefined();
  expect(only.evidence.changeAbsolute).toBe(500);
  expect(verdict.headline).toContain('from zero to something');
});

test('ticks that agree by luck are not certainty', () => {
  const cpu: Metric = { ...latency, name: 'cpu.total', exactness: 'ticks', resolution: 10e6 };
  const one = sampleSeries(five(10e6), five(20e6), { metric: 'cpu.total' });
  const { only } = judgeOne(one, { metrics: [cpu] });
  expect(only.state).not.toBe('regressed');
  expect(only.evidence.method).not.toBe('exact');
});

test('many ticks do tell', () => {
  const cpu: Metric = { ...latency, name: 'cpu.total', exactness: 'ticks', resolution: 10e6 };
  const one = sampleSeries(five(1000e6), five(1500e6), { metric: 'cpu.total' });
  expect(judgeOne(one, { metrics: [cpu] }).only.state).toBe('regressed');
});

test('counts that vary below the absolute limit never matter', () => {
  const { only } = judgeOne(sampleSeries([1, 0, 3, 9, 2], [12, 9, 30, 22, 17], count));
  expect(only.state).toBe('not-regressed');
  expect(reasonOf(only)).toBe('all values of both sides lie within what is allowed of each other');
});

test('counts that are zero now and then are judged by their own spread', () => {
  const bursts = sampleSeries([0, 0, 0, 0, 0], [400, 0, 380, 420, 0], count);
  expect(judgeOne(bursts).only.state).not.toBe('regressed');
  const always = sampleSeries([0, 2, 0, 1, 0], [4000, 4100, 3900, 4050, 3950], count);
  expect(judgeOne(always).only.state).toBe('regressed');
});

test('three repeats cannot say: at least four are needed', () => {
  const { only } = judgeOne(sampleSeries(steady(100).slice(2), steady(120).slice(2)));
  expect(only).toMatchObject({ state: 'undecided', evidence: { needsRepeats: 4 } });
  expect(only.reason).toBe('needs at least 4 pairs with a value on both sides, has 3');
});

test('warning series do not weaken blocking ones', () => {
  const blocking = sampleSeries(steady(100), steady(120));
  const warning = Array.from({ length: 500 }, (_, i) =>
    sampleSeries(steady(100), steady(100), { span: `s${i}`, metric: 'page_faults.minor' }),
  );
  const alone = judge(sampleAggregate([blocking]), options);
  const together = judge(sampleAggregate([...warning, blocking]), options);
  expect(together.series[0]).toEqual(alone.series[0]);
  expect(together.budget.tested).toBe(1);
});

test('outliersPerFive 0 sets nothing aside', () => {
  const plan = { repeats: 5, maxRepeats: 5, outliersPerFive: 0 };
  const after = steady(100).with(2, 160e6);
  const { only } = judgeOne(sampleSeries(steady(100), after), { plan, metrics: [latency, writes] });
  expect(only.after.rejected).toEqual([]);
});

const quiet = Array.from({ length: 5 }, (_, index) =>
  sampleSeries([2000, 2000, 2001, 2000, 2000], [2000, 2001, 2000, 2000, 2000], {
    ...count,
    span: `quiet ${index}`,
  }),
);
const rules = [{ where: 'a', match: {}, relative: 0.05, action: 'block' as const }];

test('runs that all lie within the threshold of one another are cleared, odd ones included', () => {
  const before = [1000, 1000, 1000, 1000, 990];
  const after = [1000, 1000, 1001, 990, 989];
  const odd = sampleSeries(before, after, { ...count, span: 'odd' });
  const aggregate = sampleAggregate([odd, ...quiet]);
  const verdict = judge(aggregate, { ...options, rules });
  expect(verdict.series.map(({ state }) => state)).toEqual(Array(6).fill('not-regressed'));
});

test('one odd run beyond the threshold opens nothing', () => {
  const odd = sampleSeries([1000, 1000, 1000, 1000, 940], [1000, 1000, 1001, 1000, 1000], count);
  const verdict = judge(sampleAggregate([odd, ...quiet]), { ...options, rules });
  expect(verdict.counts['not-regressed']).toBe(6);
});

describe('what is worse', () => {
  const make = (test: string, span: string, metric: string) => makeSeries({ test, span, metric });
  const [unsafe, parse, tool, second] = [
    make('Unsafe', 'Unsafe procs=2', 'time'),
    make('Parse', 'Parse procs=2', 'time'),
    make('tool', 'one', 'time'),
    make('tool', 'two', 'time'),
  ];
  const cpu = make('Parse', wholeTestSpan, 'cpu.total');
  const [send, user] = [make('up', 'send', 'latency'), make('up', 'send', 'cpu.user')];

  test.each([
    [
      'each test comes once, by its own number',
      [unsafe, cpu, parse],
      [unsafe, parse],
      '1 more test',
    ],
    ['benchmarks of one test come each', [tool, second], [tool, second], '1 more benchmark'],
    ['a test without numbers comes by its latency', [cpu, user, send], [cpu, send], '1 more test'],
    ['spans come each', [send, make('up', 'read', 'latency')], 'all', '1 more span'],
    ['metrics of one span do not', [send, user], [send], '1 more series'],
    ['one has none beside it', [send], [send], ''],
  ] as const)('%s', (_, series, leads, others) => {
    expect(listLeads(series)).toEqual(leads === 'all' ? series : leads);
    expect(countOthers(series)).toBe(others);
  });

  test('a verdict names it before what else the same test takes', () => {
    const worst = { ...cpu, evidence: { ...cpu.evidence, change: 9 } };
    const regressed = [worst, parse, unsafe].map((one): SeriesVerdict => ({
      ...one,
      state: 'regressed',
      blocking: true,
    }));
    const names = sortWorstFirst(regressed, new Set()).map(({ metric, test }) => [test, metric]);
    expect(names).toEqual([
      ['Parse', 'time'],
      ['Unsafe', 'time'],
      ['Parse', 'cpu.total'],
    ]);
  });

  test('what came from zero, or is less than its rule tells, is the last of what moved', () => {
    const { change: _, ...fromZero } = { ...parse.evidence, changeAbsolute: 500 };
    const small = { ...parse.evidence, change: 190, changeAbsolute: 190 };
    const still = { ...parse.evidence, change: 0, changeAbsolute: 0 };
    const sorted = sortWorstFirst(
      [
        { ...parse, test: 'still', evidence: still },
        { ...parse, test: 'from zero', evidence: fromZero },
        {
          ...parse,
          test: 'small',
          threshold: { ...parse.threshold, absolute: 4096 },
          evidence: small,
        },
        {
          ...parse,
          test: 'disk',
          metric: 'disk.read_bytes',
          threshold: { ...parse.threshold, action: 'warn' as const, absolute: undefined },
          evidence: small,
        },
        { ...parse, test: 'slower', evidence: { ...parse.evidence, change: 0.2 } },
      ].map((one): SeriesVerdict => ({ ...one, state: 'not-regressed', blocking: false })),
      new Set(),
    );
    expect(sorted.map(({ test: name }) => name)).toEqual([
      ...['slower', 'from zero', 'small', 'disk', 'still'],
    ]);
  });
});
