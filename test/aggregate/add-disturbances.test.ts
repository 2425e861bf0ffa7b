import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { HostLoad } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { makeProfile, makeRecord } from './make-record.ts';

function disturbedBy(hostLoad: HostLoad, cpuNs = 0) {
  const spans = [
    {
      ...{ span: wholeTestSpan, annotations: {}, occurrences: 1 },
      values: { latency: 100, 'cpu.total': cpuNs },
    },
  ];
  const both = (['before', 'after'] as const).map((side) =>
    makeProfile(side, 0, 100, { hostLoad, spans }),
  );
  return aggregateRecords([makeRecord(both)]).tests[0]?.disturbed;
}

test('waiting for a CPU beyond what the test itself explains', () => {
  expect(disturbedBy({ cpuPressureShare: 0.6 })).toEqual({ cpuWaitShare: 0.6 });
  // The test kept one of two CPUs busy.
  expect(disturbedBy({ cpuPressureShare: 0.7 }, 100)).toEqual({
    cpuWaitShare: expect.closeTo(0.2, 9) as number,
  });
  expect(disturbedBy({ cpuPressureShare: 0.6 }, 120)).toBeUndefined();
});

test('stolen and throttled time, from where they matter', () => {
  expect(disturbedBy({ stealShare: 0.2, throttledShare: 0.3 })).toEqual({
    ...{ stealShare: 0.2, throttledShare: 0.3 },
  });
  expect(disturbedBy({ stealShare: 0.04, throttledShare: 0.01 })).toBeUndefined();
});

test('what nothing tells of is absent', () => {
  expect(disturbedBy({})).toBeUndefined();
});
