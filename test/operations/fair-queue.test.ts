import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/operations/fair-queue.ts';

function takeAll(queue: ReturnType<typeof createFairQueue<number>>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    taken.push(`${next.owner}${next.item}`);
    queue.release(next.owner);
  }
  return taken;
}

test('owners take turns, each in its own order', () => {
  const queue = createFairQueue<number>(4);
  for (const item of [1, 2, 3]) queue.push('a', item);
  queue.push('b', 1);
  queue.push('c', 1);
  queue.push('b', 2);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.size()).toBe(0);
});

test('one build of a small repository is second, whatever a burst of another holds', () => {
  const queue = createFairQueue<number>(4);
  for (let item = 0; item < 1000; item++) queue.push('giant', item);
  queue.push('small', 0);
  expect([queue.take(), queue.take()]).toEqual([
    { owner: 'giant', item: 0 },
    { owner: 'small', item: 0 },
  ]);
});

test('an owner with as many in work as it may have is passed over until one is done', () => {
  const queue = createFairQueue<number>(2);
  for (const item of [1, 2, 3]) queue.push('a', item);
  queue.push('b', 1);
  expect([queue.take(), queue.take(), queue.take()].map((each) => each?.owner)).toEqual([
    'a',
    'b',
    'a',
  ]);
  expect(queue.take()).toBeUndefined();
  queue.release('a');
  expect(queue.take()).toEqual({ owner: 'a', item: 3 });
});
