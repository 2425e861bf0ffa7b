import { expect, test } from 'vitest';
import { limitAtOnce } from '../../../src/transport/rest/limit-at-once.ts';

test('no more than so many are in work, in their order, and a failure gives its place on', async () => {
  const atOnce = limitAtOnce(3);
  const running = new Set<number>();
  const order: number[] = [];
  let most = 0;
  const works = Array.from({ length: 20 }, (_, index) =>
    atOnce(async () => {
      running.add(index);
      order.push(index);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(index);
      if (index % 4 === 0) throw new Error(`no ${index}`);
      return index;
    }),
  );
  const ends = await Promise.allSettled(works);
  expect(most).toBe(3);
  expect(order).toEqual(works.map((_, index) => index));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});
