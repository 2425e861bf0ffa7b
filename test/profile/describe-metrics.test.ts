import { expect, test } from 'vitest';
import { builtInMetrics } from '../../src/contract/metrics.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { describeMetrics } from '../../src/profile/describe-metrics.ts';

const values = Object.fromEntries(builtInMetrics.map(({ name }) => [name, 1]));
const span = (name: string) => ({ span: name, annotations: {}, occurrences: 1, values });

test.each([0, 1, 'portable'] as const)(
  'a change that marks the first span of a test can be compared (tier %s)',
  (tier) => {
    const situation = { tier, hasServiceByPid: false };
    const without = describeMetrics([span(wholeTestSpan)], situation);
    expect(describeMetrics([span(wholeTestSpan), span('upload')], situation)).toEqual(without);
    expect(without.map(({ name }) => name)).toEqual(builtInMetrics.map(({ name }) => name));
  },
);

test('a metric without a value in any span has no entry', () => {
  const spans = [{ ...span('upload'), values: { latency: 5 } }];
  const metrics = describeMetrics(spans, { tier: 1, hasServiceByPid: true });
  expect(metrics.map(({ name }) => name)).toEqual(['latency']);
});

test('a service named by pid turns the CPU time into ticks', () => {
  const origin = (hasServiceByPid: boolean) =>
    describeMetrics([span('a')], { tier: 1, hasServiceByPid }).find(
      ({ name }) => name === 'cpu.total',
    );
  expect(origin(false)).toMatchObject({ exactness: 'exact', resolution: 1000 });
  expect(origin(true)).toMatchObject({ exactness: 'ticks', resolution: 1e7 });
});
