import { describe, expect, test } from 'vitest';
import type { Movement, SeriesVerdict } from '../../../src/contract/documents.ts';
import { readMovement } from '../../../src/verdict/patterns/read-movement.ts';
import { weighClues } from '../../../src/verdict/patterns/explain-spans.ts';
import { makeSeries } from '../../report/fixtures/make-verdict.ts';

describe('read movement', () => {
  type Evidence = Partial<SeriesVerdict['evidence']>;

  function move(state: SeriesVerdict['state'], evidence: Evidence): Movement['moved'] {
    const one: SeriesVerdict = {
      ...makeSeries({ state }),
      evidence: { method: 'shrunk-t', ...evidence },
    };
    return readMovement(one).moved;
  }

  test.each<[lower: number, upper: number, moved: Movement['moved']]>([
    [0.021, 0.5, 'up'],
    [0.02, 0.5, 'unknown'],
    [-0.5, -0.021, 'down'],
    [-0.5, -0.02, 'unknown'],
    [-0.099, 0.099, 'steady'],
    [-0.1, 0.099, 'unknown'],
    [-0.099, 0.1, 'unknown'],
    // Surely more by more than 2%, and by less than 10%: it moved.
    [0.03, 0.05, 'up'],
  ])('an interval from %d to %d moved %s where no threshold was passed', (lower, upper, moved) => {
    expect(move('undecided', { interval: { lower, upper, confidence: 0.9 } })).toBe(moved);
    expect(move('not-regressed', { interval: { lower, upper, confidence: 0.9 } })).toBe(moved);
  });

  test.each<[change: number, moved: Movement['moved']]>([
    [0.02, 'steady'],
    [-0.02, 'steady'],
    [0.021, 'up'],
    [-0.021, 'down'],
  ])('a count that is %d more in every repeat moved %s', (change, moved) => {
    const evidence: Evidence = { method: 'exact', change, changeAbsolute: 100 * change };
    expect(move('not-regressed', evidence)).toBe(moved);
  });

  test('what passed its threshold moved as its difference did, however wide its interval is', () => {
    const interval = { lower: -0.5, upper: 0.5, confidence: 0.9 };
    expect(move('regressed', { changeAbsolute: 1, interval })).toBe('up');
    expect(move('regressed', { changeAbsolute: -1, interval })).toBe('down');
    expect(move('improved', { changeAbsolute: -1, interval })).toBe('down');
  });

  test('without an interval, without a baseline or without a method nothing is known', () => {
    expect(move('undecided', {})).toBe('unknown');
    expect(move('no-baseline', { method: 'exact', change: 0 })).toBe('unknown');
    expect(move('undecided', { method: 'none' })).toBe('unknown');
    expect(move('not-regressed', { method: 'none' })).toBe('steady');
  });
});

describe('weigh clues', () => {
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
});
