import { expect, test } from 'vitest';
import { isOnlyTimeOpen } from '../../src/contract/busy-machine.ts';
import type { SeriesVerdict } from '../../src/contract/documents.ts';
import { makeSeries } from '../report/fixtures/make-verdict.ts';

const busy = [{ code: 'machine-busy', message: 'something waited for a CPU 96% of the time' }];
const slow = makeSeries({ state: 'undecided' });
const cpu = makeSeries({ metric: 'cpu.total' });

test('only time is open if latency is undecided and the CPU time of its span is cleared', () => {
  expect(isOnlyTimeOpen([slow, cpu], busy)).toBe(true);
});

const vanished: SeriesVerdict = { ...slow, after: { values: [null], rejected: [] } };

test.each<[string, SeriesVerdict[]]>([
  ['CPU time is undecided too', [slow, { ...cpu, state: 'undecided' }]],
  ['CPU time was not measured', [slow]],
  ['CPU time is cleared in another span', [slow, { ...cpu, span: 'another' }]],
  ['memory is undecided', [slow, cpu, makeSeries({ metric: 'memory.peak', state: 'undecided' })]],
  ['the latency vanished', [vanished, cpu]],
  ['nothing is undecided', [{ ...slow, state: 'not-regressed' }, cpu]],
  ['its rule only warns', [{ ...slow, threshold: { rule: 'x', action: 'warn' } }, cpu]],
])('it is not where %s', (_, series) => {
  expect(isOnlyTimeOpen(series, busy)).toBe(false);
});

test('on a quiet machine an undecided latency is not explained', () => {
  expect(isOnlyTimeOpen([slow, cpu], [])).toBe(false);
});
