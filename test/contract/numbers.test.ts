import { expect, test } from 'vitest';
import { countThings, listSome } from '../../src/contract/count-things.ts';
import {
  distributionOf,
  readMeaning,
  refuseNumberName,
  refuseUnit,
  refuseValue,
} from '../../src/contract/numbers.ts';
import { formatQuantity, shownUnit } from '../../src/contract/units.ts';

test.each(['throughput', 'cache.misses', 'p99_wait', 'a1'])('a number may be called %s', (name) => {
  expect(refuseNumberName(name)).toBeUndefined();
});

test.each([
  ['Throughput', 'small letters'],
  ['cache-misses', 'small letters'],
  ['__proto__', 'small letters'],
  ['latency', "one of Perigee's own"],
  ['cpu.cache', "one of Perigee's own"],
  ['wait.p99', 'as the metrics of a distribution do'],
  ['a'.repeat(61), '61 characters'],
  [7, 'is text'],
])('a number is not called %s', (name, why) => {
  expect(refuseNumberName(name)).toContain(why);
});

test.each(['', 'ms', 'µs', 'KiB', 'ops/s', '%', 'cache misses', 'B/op'])(
  '"%s" is a unit',
  (unit) => {
    expect(refuseUnit(unit)).toBeUndefined();
  },
);

test.each(['<b>', '[x](y)', 'a  b', ' ms', 'www.example.com', 'x'.repeat(25), 5])(
  '"%s" is no unit',
  (unit) => {
    expect(refuseUnit(unit)).toContain('a unit is text');
  },
);

test.each([-1, Number.NaN, Infinity, '1', null])('%s is no value', (value) => {
  expect(refuseValue(value)).toContain('0 or more');
});

test.each([
  ['ms', { unit: 'ns', factor: 1e6, direction: 'lower' }],
  ['min', { unit: 'ns', factor: 60e9, direction: 'lower' }],
  ['KiB', { unit: 'bytes', factor: 1024, direction: 'lower' }],
  ['ops/s', { unit: 'count', unitName: 'ops/s', factor: 1, direction: 'higher' }],
  ['', { unit: 'count', factor: 1, direction: 'lower' }],
  ['m', { unit: 'count', unitName: 'm', factor: 1, direction: 'lower' }],
] as const)('the unit "%s" means %j', (unit, meaning) => {
  expect(readMeaning(unit)).toEqual(meaning);
});

test('the unit stands behind the number, a percent sign right behind it', () => {
  expect(formatQuantity(12_345, 'ops/s')).toBe('12,345 ops/s');
  expect(formatQuantity(3.456, '%')).toBe('3.46%');
  expect(shownUnit({ unit: 'ns', unitName: 'ops/s' })).toBe('ns');
});

test('the metrics of a distribution know its name', () => {
  expect(distributionOf('wait.p99')).toBe('wait');
  expect(distributionOf('wait')).toBeUndefined();
});

test.each([
  [1, 'test', undefined, '1 test'],
  [12, 'test', undefined, '12 tests'],
  [1_200, 'series', undefined, '1,200 series'],
  [2, 'latency', 'latencies', '2 latencies'],
])('%i times %s, of which more are called %s: %s', (count, one, many, text) => {
  expect(countThings(count, one, many)).toBe(text);
});

test('of many names only some are listed, and the others are counted', () => {
  expect(listSome(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  expect(listSome(['a', 'b'], 2)).toBe('a, b');
});
