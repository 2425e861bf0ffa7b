import { expect, test } from 'vitest';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeClock } from '../../bot/github/make-clock.ts';

test('after two at once the writes of an installation are a second apart, those of two are not', async () => {
  const clock = makeClock();
  const begun = clock.monotonicMs();
  const queue = queueWrites(clock, 1000);
  const starts: [number, number][] = [];
  const write = (account: number) =>
    queue.run(account, 'acme/sync', () => {
      starts.push([account, clock.monotonicMs() - begun]);
      return Promise.resolve();
    });
  await Promise.all([write(77), write(77), write(77)]);
  await write(78);
  clock.advance(300);
  await write(77);
  expect(starts).toEqual([
    ...[
      [77, 0],
      [77, 0],
      [77, 1000],
    ],
    ...[
      [78, 1000],
      [77, 2000],
    ],
  ]);
});

test('repositories take turns: many writes of one do not keep another one waiting', async () => {
  const queue = queueWrites(makeClock(), 1000);
  const order: string[] = [];
  const write = (repository: string) =>
    queue.run(77, repository, () => Promise.resolve(order.push(repository)));
  const all = Array.from({ length: 6 }, () => write('busy'));
  await Promise.all([...all, write('quiet'), write('calm'), write('quiet')]);
  expect(order.slice(0, 6)).toEqual(['busy', 'busy', 'quiet', 'calm', 'busy', 'quiet']);
});

test('a write that fails tells its own caller alone', async () => {
  const queue = queueWrites(makeClock(), 0);
  const failed = queue.run(77, 'a', () => Promise.reject(new Error('no')));
  const done = queue.run(77, 'a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await done).toBe('yes');
});

test('whatever comes when, every write is done once, and none waits for more than a round of the others', async () => {
  const seed = 7;
  const random = createRandom(seed);
  const queue = queueWrites(makeClock(), 10);
  const done: string[] = [];
  const names = ['a', 'b', 'c', 'd', 'e'];
  const writes = Array.from({ length: 400 }, async (_, index) => {
    const repository = names[Math.floor(random() ** 3 * names.length)] ?? 'a';
    for (let pause = Math.floor(random() * 20); pause > 0; pause--) await Promise.resolve();
    const waitingSince = done.length;
    const own = `${repository} ${index}`;
    await queue.run(77, repository, () => Promise.resolve(done.push(own)));
    const between = done.slice(waitingSince, done.indexOf(own));
    const ownBetween = between.filter((each) => each.startsWith(repository)).length;
    // Each of one's own that was before had at most one of every other repository before it.
    return between.length <= (ownBetween + 1) * names.length;
  });
  expect({ seed, fair: (await Promise.all(writes)).every(Boolean) }).toEqual({ seed, fair: true });
  expect(new Set(done).size).toBe(400);
});
