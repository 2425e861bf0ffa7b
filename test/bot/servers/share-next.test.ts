import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

test('whoever asks while it is done gets the next one, and no two are done at a time', async () => {
  const begun: PromiseWithResolvers<undefined>[] = [];
  const ask = shareNext(async () => {
    const work = Promise.withResolvers<undefined>();
    begun.push(work);
    await work.promise;
  });
  const first = ask();
  await expect.poll(() => begun.length).toBe(1);
  const [second, third] = [ask(), ask()];
  expect(third).toBe(second);
  begun[0]?.resolve(undefined);
  await first;
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve(undefined);
  await second;
  expect(begun).toHaveLength(2);
});

test('one that fails is told to those who asked for it, and the next is done all the same', async () => {
  let count = 0;
  const ask = shareNext(async () => {
    count += 1;
    if (count === 1) throw new Error('no answer');
  });
  await expect(ask()).rejects.toThrow('no answer');
  await ask();
  expect(count).toBe(2);
});
