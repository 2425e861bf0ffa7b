import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/contract/documents.ts';
import { drawInterval } from '../../src/report/html-interval.ts';
import { makeSeries } from './fixtures/make-verdict.ts';

const draw = (evidence: Omit<Evidence, 'method'>): string => {
  return drawInterval({ ...makeSeries(), evidence: { method: 'shrunk-t', ...evidence } }, 'lower')
    .text;
};

/** Where the line of the interval starts and ends. */
const readRange = (picture: string): number[] => {
  const [, from, to] = /class="range" d="M([\d.]+) 9H([\d.]+)"/.exec(picture) ?? [];
  return [Number(from), Number(to)];
};

describe('the small picture of an interval', () => {
  test('has no change in its middle', () => {
    expect(draw({ change: 0 })).toContain('cx="60"');
  });

  test('goes from the lower bound to the upper one, more being to the right', () => {
    const [from = 0, to = 0] = readRange(
      draw({ change: 0.1, interval: { lower: 0.02, upper: 0.2, confidence: 0.9 } }),
    );
    expect(from).toBeGreaterThan(60);
    expect(to).toBeGreaterThan(from);
  });

  test('runs to the edge where a bound is open', () => {
    expect(readRange(draw({ change: 0.1, interval: { lower: 0, confidence: 0.9 } }))).toEqual([
      60, 116,
    ]);
  });

  test('has an arrow instead of a dot for a change beyond its edge', () => {
    expect(draw({ change: 1.7 })).toContain('class="beyond"');
    expect(draw({ change: -1 })).toContain('class="beyond"');
    expect(draw({ change: 0.4 })).not.toContain('class="beyond"');
  });

  test.each([
    ['lower', { relative: 0.1 }, 1.1],
    ['higher', { relative: 0.1 }, 0.9],
    ['lower', { relative: 0.1, absolute: 20 }, 1.2],
    ['lower', { absolute: 30 }, 1.3],
  ] as const)('marks where %s-is-better is too much worse by %o', (direction, limits, ratio) => {
    const series = {
      ...makeSeries(),
      before: { values: [100], rejected: [], location: 100 },
      threshold: { rule: 'built-in', action: 'block' as const, ...limits },
      evidence: { method: 'shrunk-t' as const, change: 0 },
    };
    const [, x] = /class="limit" d="M([\d.]+) /.exec(drawInterval(series, direction).text) ?? [];
    expect(Number(x)).toBeCloseTo(60 + (56 * Math.log(ratio)) / Math.log(1.5), 1);
  });

  test('is left out where there is no change to show', () => {
    expect(draw({ changeAbsolute: 48 })).toBe('');
  });
});
