import { expect, test } from 'vitest';
import { readMeaning } from '../../../src/contract/numbers.ts';
import {
  mergeNumbers,
  NumberTable,
  type RecordedNumbers,
} from '../../../src/profile/spans/number-table.ts';
import type { RecordMessage } from '../../../src/profile/spans/parse-message.ts';

const record = (more: Partial<RecordMessage>): RecordMessage => ({
  total: more.values?.length ?? 0,
  ...{
    op: 'record',
    id: 1,
    annotations: {},
    name: 'n',
    values: [],
    asDistribution: false,
    left: 0,
  },
  ...more,
});

function fold(table: NumberTable, ...messages: Partial<RecordMessage>[]) {
  const numbers: RecordedNumbers = new Map();
  for (const message of messages) table.add(numbers, record(message));
  const said: string[] = [];
  return { ...table.fold(numbers, (message) => said.push(message)), said };
}

test('a number of which not all values were kept is left out as a whole', () => {
  const values = new Array<number>(400_000).fill(1);
  const { said, values: folded } = fold(
    new NumberTable(),
    { name: 'kept', values: [1] },
    ...[{ values }, { values }, { values }],
  );
  expect(folded).toEqual({ kept: 1 });
  expect(said).toEqual([
    expect.stringContaining('200001 values of n are beyond the 1000000') as string,
  ]);
});

test('a number of which a process announced more than arrived is left out as a whole', () => {
  const { said, values: folded } = fold(
    new NumberTable(),
    { values: [1, 2], total: 4 },
    { values: [3], total: 0 },
    { name: 'whole', values: [1], total: 2 },
    { name: 'whole', values: [1], total: 0 },
  );
  expect(folded).toEqual({ whole: 1 });
  expect(said).toEqual([expect.stringContaining('not all values of n arrived') as string]);
});

test.each([
  ['mean', 2],
  ['min', 1],
  ['max', 3],
  ['sum', 6],
] as const)('what is declared to fold to its %s becomes %d', (how, expected) => {
  const table = new NumberTable(new Map([['n', { ...readMeaning('ms'), fold: how }]]));
  const { spreads, values } = fold(table, { values: [1, 2], unit: 'ms' }, { values: [3] });
  expect(values).toEqual({ n: expected * 1e6 });
  expect(spreads['n']?.count).toBe(3);
});

test('the tail of a number that is better when higher is its lower end', () => {
  const { values } = fold(new NumberTable(), {
    values: [1, 2, 3],
    unit: 'ops/s',
    asDistribution: true,
  });
  expect(Object.keys(values)).toEqual(['n.p50', 'n.p10', 'n.p1', 'n.min']);
  expect(values['n.min']).toBe(1);
});

test('another unit or direction than before is refused', () => {
  const table = new NumberTable();
  const numbers: RecordedNumbers = new Map();
  table.add(numbers, record({ unit: 'ms', values: [1] }));
  table.add(numbers, record({ unit: 's', values: [1] }));
  expect(() => table.add(numbers, record({ unit: 'kB' }))).toThrow('is otherwise in another unit');
  expect(() => table.add(numbers, record({ direction: 'higher' }))).toThrow('better when lower');
  expect(table.fold(numbers, () => undefined).values['n']).toBe((1e6 + 1e9) / 2);
});

test('a test records at most forty different numbers', () => {
  const table = new NumberTable();
  for (let i = 0; i < 40; i += 1) table.add(new Map(), record({ name: `n${i}` }));
  expect(() => table.add(new Map(), record({ name: 'one_more' }))).toThrow('at most 40');
});

test('a value that overflows in our unit is the largest there is, alone and in a distribution', () => {
  const values = [1e300, 1e300, 1e300];
  for (const asDistribution of [true, false]) {
    const folded = fold(new NumberTable(), { values, unit: 's', asDistribution });
    const numbers = [...Object.values(folded.values), ...(folded.spreads['n']?.quantiles ?? [])];
    expect(new Set(numbers)).toEqual(new Set([1e300]));
  }
});

test('numbers of two occurrences of a span count together, histograms as often as they say', () => {
  const table = new NumberTable();
  const first: RecordedNumbers = new Map();
  const second: RecordedNumbers = new Map();
  table.add(first, record({ values: [1, 1] }));
  table.add(second, record({ values: [4], counts: [2] }));
  table.add(second, record({ name: 'other', values: [7] }));
  mergeNumbers(first, second);
  const folded = table.fold(first, () => undefined);
  expect(folded.values).toEqual({ n: 2.5, other: 7 });
  expect(folded.spreads['n']?.count).toBe(4);
});

test('what is missing of one occurrence is missing of the span', () => {
  const table = new NumberTable();
  const first: RecordedNumbers = new Map();
  const second: RecordedNumbers = new Map();
  table.add(first, record({ values: [1] }));
  table.add(second, record({ values: [1], total: 2 }));
  mergeNumbers(first, second);
  const said: string[] = [];
  expect(table.fold(first, (text) => said.push(text)).values).toEqual({});
  expect(said).toHaveLength(1);
});
