import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { Profile, Side } from '../../src/contract/documents.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const called = (side: Side, ...names: string[]): Profile =>
  makeProfile(side, 0, 5, {
    spans: names.map((span) => ({
      ...{ span, annotations: {}, occurrences: 1, values: { latency: 5 } },
      parent: names[0] as string,
    })),
  });

function fold(before: Profile, after: Profile) {
  const record = makeRecord([before, after]);
  record.plan.renamed = [{ test: 'upload', spans: { hash: ['digest', 'sum'] } }];
  const { problems, series } = aggregateRecords([record]);
  const codes = problems.map(({ code }) => code).filter((code) => code.startsWith('span-'));
  return { codes, series: series.map((one) => [one.span, one.before[0], one.after[0]]) };
}

test('a span that the change calls otherwise is compared with what it was', () => {
  expect(fold(called('before', 'work', 'digest'), called('after', 'work', 'hash'))).toEqual({
    codes: [],
    series: [
      ['work', 5, 5],
      ['hash', 5, 5],
    ],
  });
});

test('a former name that the change measures too stays a span of its own', () => {
  expect(fold(called('before', 'digest'), called('after', 'digest', 'hash'))).toEqual({
    codes: ['span-not-renamed'],
    series: [
      ['digest', 5, 5],
      ['hash', null, 5],
    ],
  });
});

test('of two former names that were measured the newest goes on, and the other one ends', () => {
  expect(fold(called('before', 'digest', 'sum'), called('after', 'hash'))).toEqual({
    codes: [],
    series: [
      ['hash', 5, 5],
      ['sum', 5, null],
    ],
  });
});

test('a former name that was never measured is told', () => {
  const { codes, series } = fold(
    called('before', 'work', 'digset'),
    called('after', 'work', 'hash'),
  );
  expect(codes).toEqual(['span-not-renamed']);
  expect(series).toHaveLength(3);
});
