import { expect, test } from 'vitest';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { weighClues } from '../../../src/verdict/patterns/weigh-clues.ts';
import { makeSeries } from '../../report/fixtures/make-verdict.ts';

/** A metric of the span. Without a range of its change nothing is known of it; with one it surely moved. */
function measured(
  metric: string,
  state: SeriesVerdict['state'],
  change: number,
  isSure = true,
): SeriesVerdict {
  const interval = { lower: change - 0.01, upper: change + 0.01, confidence: 0.9 };
  const evidence = { change, changeAbsolute: change, ...(isSure ? { interval } : {}) };
  return { ...makeSeries({ metric, state }), evidence: { method: 'shrunk-t', ...evidence } };
}

const slower = measured('latency', 'regressed', 0.5);
const weigh = (other: SeriesVerdict): string | undefined => weighClues([slower, other])[1]?.moved;

test('what moved below its threshold explains only what is at most four times as large', () => {
  // A quarter of log 1.5 is log 1.107.
  expect(weigh(measured('disk.write_bytes', 'not-regressed', 0.12))).toBe('up');
  expect(weigh(measured('disk.write_bytes', 'not-regressed', 0.09))).toBe('steady');
});

test('what passed its own threshold moved, however small it is beside the rest', () => {
  expect(weigh(measured('disk.write_bytes', 'regressed', 0.03))).toBe('up');
  expect(weigh(measured('disk.write_bytes', 'improved', -0.03))).toBe('down');
});

test('traffic below its threshold explains nothing: packets follow from how long a transfer takes', () => {
  expect(weigh(measured('network.sent_bytes', 'not-regressed', 0.4))).toBe('steady');
  expect(weigh(measured('network.sent_bytes', 'regressed', 0.4))).toBe('up');
});

test('what is unknown stays unknown: it is not steady', () => {
  expect(weigh(measured('disk.write_bytes', 'undecided', 0.01, false))).toBe('unknown');
});

test('only a regression of latency or CPU is what has to be explained', () => {
  const [, clue] = weighClues([
    measured('memory.peak', 'regressed', 0.5),
    measured('disk.write_bytes', 'not-regressed', 0.05),
  ]);
  expect(clue?.moved).toBe('up');
});
