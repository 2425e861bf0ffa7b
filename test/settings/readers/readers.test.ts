import { expect, test } from 'vitest';
import { keepRecentRecords } from '../../../src/settings/readers/readers.ts';
import { makeRecord } from '../../aggregate/make-record.ts';

const describe = (id: string) => ({ packed: Buffer.from(id), record: makeRecord([], { id }) });
const first = describe('first');
const second = describe('second');
const third = describe('third');

test('a record is found by the bytes that it was unpacked from, once', () => {
  const recent = keepRecentRecords(10);
  recent.keep(first.packed, first.record);
  expect(recent.take(second.packed)).toBeUndefined();
  expect(recent.take(Buffer.from('first'))).toBe(first.record);
  expect(recent.take(first.packed)).toBeUndefined();
});

test('beyond the limit the oldest is forgotten', () => {
  const recent = keepRecentRecords(2);
  for (const one of [first, second, third]) recent.keep(one.packed, one.record);
  expect(recent.take(first.packed)).toBeUndefined();
  expect(recent.take(second.packed)).toBe(second.record);
  expect(recent.take(third.packed)).toBe(third.record);
});
