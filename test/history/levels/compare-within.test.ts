import { describe, expect, test } from 'vitest';
import { compareWithin } from '../../../src/history/levels/compare-within.ts';

describe('compare within', () => {
  const run = (places: number[], values: number[], weights = [1, 1]) => ({
    places,
    values,
    weights,
  });

  test('only runs that measured both sides count, whatever their hosts were like', () => {
    const runs = [
      run([9, 10], [1, 1.1]),
      run([3, 12], [5, 5.3]),
      run([5, 11], [2, 2.2]),
      run([8, 9], [0, 9]),
      run([10, 11], [9, 0]),
    ];
    expect(compareWithin(runs, 9, 10)).toBeCloseTo(0.2, 9);
  });

  test('an outlier among them says nothing, and without any run nothing is said', () => {
    expect(compareWithin([run([9, 10], [1, 4], [1, 0.1])], 9, 10)).toBeUndefined();
    expect(compareWithin([run([9, 10], [1, 4])], 4, 5)).toBeUndefined();
  });
});
