import { describe, expect, test } from 'vitest';
import {
  formatChange,
  formatQuantity,
  parseDurationNs,
  parsePercentage,
  parseQuantity,
  type Unit,
} from '../../src/contract/units.ts';

describe('what people write', () => {
  test.each<[string | number, number, Unit]>([
    ['2ms', 2e6, 'ns'],
    ['2 ms', 2e6, 'ns'],
    ['1.5us', 1500, 'ns'],
    ['1.5µs', 1500, 'ns'],
    ['1.5\u03bcs', 1500, 'ns'],
    ['30s', 30e9, 'ns'],
    ['5m', 300e9, 'ns'],
    ['1h', 3600e9, 'ns'],
    ['64kB', 64_000, 'bytes'],
    ['1MiB', 1_048_576, 'bytes'],
    ['0.5GB', 5e8, 'bytes'],
    ['100', 100, 'count'],
    [100, 100, 'count'],
  ])('%s is %d %s', (text, value, unit) => {
    expect(parseQuantity(text)).toEqual({ value, unit });
  });

  test.each(['', 'ms', '-2ms', '2  ms', '2 mss', '2MS', '1e3ms', '.5s', '5%', '2constructor'])(
    '%j is not a quantity',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );

  test('a number too large to be finite is not a quantity', () => {
    expect(parseQuantity(`${'9'.repeat(400)}h`)).toBeUndefined();
    expect(parseQuantity(Infinity)).toBeUndefined();
    expect(parsePercentage(`${'9'.repeat(400)}%`)).toBeUndefined();
  });

  test('bytes and counts are not a duration', () => {
    expect(parseDurationNs('30s')).toBe(30e9);
    expect(parseDurationNs('30B')).toBeUndefined();
    expect(parseDurationNs('30')).toBeUndefined();
  });

  test.each([
    ['5%', 0.05],
    ['7%', 0.07],
    ['0.5 %', 0.005],
    ['150%', 1.5],
  ])('%s is a share of %d', (text, share) => {
    expect(parsePercentage(text)).toBe(share);
  });
});

describe('what people read', () => {
  test.each<[number, Unit, string]>([
    [0, 'ns', '0 ns'],
    [0.25, 'ns', '0.25 ns'],
    [1_234_567, 'ns', '1.23 ms'],
    [999_900, 'ns', '1 ms'],
    [-1_234_567, 'ns', '-1.23 ms'],
    [90e9, 'ns', '90 s'],
    [150e9, 'ns', '2.5 min'],
    [7200e9, 'ns', '2 h'],
    [512, 'bytes', '512 B'],
    [1023, 'bytes', '1,023 B'],
    [4_718_592, 'bytes', '4.5 MiB'],
    [1024 ** 2 - 1, 'bytes', '1 MiB'],
    [10_000, 'count', '10,000'],
    [12_345.6, 'count', '12,346'],
    [3.14159, 'count', '3.14'],
    [1.5e18, 'count', '1.50e18'],
  ])('%d %s reads %s', (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  test.each([
    [0.123, '+12.3%'],
    [-0.05, '-5.0%'],
    [0, '0.0%'],
    [0.0002, '+0.02%'],
    [0.00001, '+<0.01%'],
    [0.9999, '+100%'],
    [12, '+1,200%'],
    [Infinity, '+∞%'],
    [NaN, 'unknown'],
  ])('a change of %d reads %s', (share, text) => {
    expect(formatChange(share)).toBe(text);
  });
});
