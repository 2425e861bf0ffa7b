/** What a test says of its own latency is held to the time that passed here. */
import { expect, test } from 'vitest';
import { SpanTable } from '../../src/profile/spans/span-table.ts';
import { executeHere, findSpan, nodeProgram, noCounters } from './execute-here.ts';

function endAfter(passedNs: number, latencyNs: number): SpanTable {
  let now = 1000;
  const table = new SpanTable(noCounters, () => now);
  table.begin(1, { op: 'begin', id: 1, span: 's' });
  now += passedNs;
  table.end(1, { op: 'end', id: 1, latencyNs, annotations: {}, failed: false });
  return table;
}

test.each([
  [1e9, 1e9],
  [1e9, 1e9 + 1.5e6],
  [1e9, 5e8],
  [0, 1e6],
])('in %d ns a span may say that it took %d', (passedNs, latencyNs) => {
  const [span] = endAfter(passedNs, latencyNs).list();
  expect(span).toMatchObject({ observedNs: passedNs, values: { latency: latencyNs } });
});

test.each([
  [1e9, 1.1e9],
  [0, 5e6],
])('in %d ns a span cannot have taken %d', (passedNs, latencyNs) => {
  expect(() => endAfter(passedNs, latencyNs)).toThrow('its clock is not that of this machine');
});

test('a span of a clock that stands still is refused, and the message says why', () => {
  expect(() => endAfter(1e9, 0)).toThrow('took no time, and 1000.0 ms passed: its clock stands');
});

test('a test that makes its clock fast is refused, one that makes it slow is seen through', async () => {
  // Before the SDK loads: it keeps the clock from then.
  const patched = (factor: number): string[] => {
    const [node = '', ...rest] = nodeProgram(
      "await profile('s', () => new Promise((resolve) => setTimeout(resolve, 100)));",
    );
    const patch = `import { Performance } from 'node:perf_hooks'; const { now } = Performance.prototype; Performance.prototype.now = function () { return now.call(this) * ${factor}; };`;
    return [node, '--import', `data:text/javascript,${encodeURIComponent(patch)}`, ...rest];
  };
  const slow = findSpan(await executeHere(0, patched(0.5)), 's');
  expect(slow.values['latency']).toBeLessThan(0.8 * slow.observedNs!);
  expect(slow.observedNs).toBeGreaterThan(95e6);
  const fast = await executeHere(0, patched(3));
  expect(fast.outcome.status).toBe('failed');
  expect(fast.problems).toContainEqual(expect.objectContaining({ code: 'span-refused' }));
});
