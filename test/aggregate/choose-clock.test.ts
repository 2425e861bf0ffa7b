import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { Side } from '../../src/contract/documents.ts';
import { createRandom } from '../../src/stats/random.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const ms = 1e6;

/** Five pairs of a span of 100 ms, whose clock leaves out so much on each side. */
function fold(gapsMs: Readonly<Record<Side, readonly number[]>>) {
  const profiles = (['before', 'after'] as const).flatMap((side) =>
    gapsMs[side].map((gap, repeat) => {
      const values = { latency: (100 - gap) * ms };
      const span = { span: 'work', annotations: {}, occurrences: 1, observedNs: 100 * ms, values };
      return makeProfile(side, repeat, 0, { spans: [span] });
    }),
  );
  const { problems, series } = aggregateRecords([makeRecord(profiles)]);
  const told = problems.filter(({ code }) => code === 'clock-differs');
  return { told, before: series[0]?.before, after: series[0]?.after };
}

const quiet = [0.2, 0.3, 0.1, 0.2, 0.4];

test('where a test leaves out more on one side, Perigee’s clock counts on both', () => {
  const { told, before, after } = fold({ before: quiet, after: [30, 31, 29, 30, 33] });
  expect(told).toEqual([
    {
      code: 'clock-differs',
      message:
        'its clock left out 29.8 ms more on the after side than on the before side. Perigee’s own clock counts instead, on both sides; it includes the time of two messages',
      test: 'upload',
      span: 'work',
    },
  ]);
  expect([before, after]).toEqual([Array(5).fill(100 * ms), Array(5).fill(100 * ms)]);
});

test.each([
  ['a quiet host', quiet, quiet],
  ['a busy host, which delays both', [20, 3, 40, 8, 1], [10, 35, 2, 18, 5]],
  ['a host that was busy during one execution', quiet, [30, 0.2, 0.1, 0.3, 0.2]],
  ['a difference too small to matter', quiet, [3, 3.1, 2.9, 3, 3.2]],
  ['too few executions to tell', quiet.slice(0, 4), [30, 31, 29, 30]],
])('%s is no reason for doubt', (_, before, after) => {
  const folded = fold({ before, after });
  expect(folded.told).toEqual([]);
  expect(folded.after?.[0]).toBe((100 - after[0]!) * ms);
});

test.each([
  ['one honest execution among ten', [0.1, 30, 31, 29, 30, 33, 30, 32, 31, 30]],
  ['two', [30, 31, 0.1, 30, 33, 0.2, 30, 32, 31, 30]],
])('%s does not hide that the others lie', (_, after) => {
  const before = [...quiet, ...quiet];
  before[3] = 60;
  expect(fold({ before, after }).told).toHaveLength(1);
});

test('a busy host that delays both sides gives a reason once in a hundred times', () => {
  const random = createRandom(11);
  const draw = (): number => Math.min(90, -20 * Math.log(1 - random()));
  for (const count of [5, 8, 10, 20]) {
    let doubted = 0;
    for (let round = 0; round < 400; round += 1) {
      const [before, after] = [
        Array.from({ length: count }, draw),
        Array.from({ length: count }, draw),
      ];
      doubted += fold({ before, after }).told.length;
    }
    expect(doubted).toBeLessThan(8);
  }
});

test('one honest execution does not bring a clock back that stands still', () => {
  const profiles = [0, 1, 2, 3, 4].map((repeat) => {
    const values = { latency: repeat === 2 ? 499 * ms : 0 };
    const span = { span: 'work', annotations: {}, occurrences: 1, observedNs: 500 * ms, values };
    return makeProfile('after', repeat, 0, { spans: [span] });
  });
  const { problems } = aggregateRecords([makeRecord(profiles)]);
  expect(problems.map(({ code }) => code)).toContain('clock-differs');
});

test('a clock that stands still on both sides is replaced', () => {
  const still = (): ReturnType<typeof makeProfile>[] =>
    (['before', 'after'] as const).flatMap((side) =>
      [0, 1, 2].map((repeat) => {
        const span = {
          ...{ span: 'work', annotations: {}, occurrences: 1 },
          ...{ observedNs: 500 * ms, values: { latency: 0 } },
        };
        return makeProfile(side, repeat, 0, { spans: [span] });
      }),
    );
  const { problems, series } = aggregateRecords([makeRecord(still())]);
  expect(problems[0]?.message).toContain('left out 500.0 ms or more of nearly every execution');
  expect(series[0]?.after).toEqual([500 * ms, 500 * ms, 500 * ms]);
});

test('records of an older writer have no second clock, and stay as they are', () => {
  const profiles = [makeProfile('before', 0, 7), makeProfile('after', 0, 8)];
  const { problems, series } = aggregateRecords([makeRecord(profiles)]);
  expect(problems).toEqual([]);
  expect(series[0]?.after).toEqual([8]);
});
