import { createBudget } from '../../src/async/budget.ts';
import { expect, test } from 'vitest';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function makeWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settle();
  };
  return { started, work, end, settle };
}

test('work begins while there is room for its bytes, and in the order it came', async () => {
  const budget = createBudget(10);
  const { started, work, end, settle } = makeWork();
  void budget.within(6, never, work('a'));
  void budget.within(4, never, work('b'));
  void budget.within(9, never, work('large'));
  void budget.within(1, never, work('small'));
  await settle();
  expect(started).toEqual(['a', 'b']);
  await end('b');
  // There would be room for the small one; the large one came first.
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'large', 'small']);
});

test('more than the whole budget is done alone', async () => {
  const budget = createBudget(10);
  expect(await budget.within(99, never, () => Promise.resolve('done'))).toBe('done');
});

test('work that fails gives its room back', async () => {
  const budget = createBudget(10);
  const failing = budget.within(10, never, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await budget.within(10, never, () => Promise.resolve(1))).toBe(1);
});

test('whoever stops waiting makes room for the next', async () => {
  const budget = createBudget(10);
  const { started, work, settle } = makeWork();
  const stopping = new AbortController();
  void budget.within(5, never, work('a'));
  const large = budget.within(10, stopping.signal, work('large'));
  void budget.within(5, never, work('b'));
  await settle();
  expect(started).toEqual(['a']);
  stopping.abort(new Error('enough'));
  await expect(large).rejects.toThrow('enough');
  await settle();
  expect(started).toEqual(['a', 'b']);
});

test('room that is given back twice is there once', async () => {
  const budget = createBudget(10);
  const release = await budget.take(6, never);
  await budget.take(4, never);
  release();
  release();
  await budget.take(6, never);
  const { started, work, settle } = makeWork();
  void budget.within(1, never, work('more'));
  await settle();
  expect(started).toEqual([]);
});
