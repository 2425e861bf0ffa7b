/** The time of day jumps, as it does where a clock is set right: nothing is counted by it. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createRandom } from '../../../src/stats/random.ts';
import { expectPlainFold } from '../compare-store.ts';
import { drawFeed } from '../feed.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

test('a clock that steps back and forth by up to a day amid a burst changes no point', async () => {
  const seed = 61;
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  let offsetMs = 0;
  let steps = 0;
  service = startHere({
    limits: { deadlineMs: 2_000, quietMs: 300 },
    ports: { nowMs: () => Date.now() + offsetMs },
  });
  const feed = drawFeed(seed, 60, service.artifacts);
  for (const [index, message] of feed.messages.entries()) {
    await service.queue.appendRaw(message);
    if (index % 5 > 0) continue;
    const sizeMs = [1_000, 60_000, 3_600_000, 86_400_000][Math.floor(4 * random())] ?? 0;
    offsetMs += random() < 0.7 ? -sizeMs : sizeMs;
    steps += 1;
    await pause(20);
  }
  await service.untilDone();
  const points = await expectPlainFold(service.store, feed.builds);
  const letters = await service.queue.deadLetters.list();
  const dead = new Set(letters.map(({ message }) => message.value));
  expect([...dead].sort()).toEqual([...new Set(feed.poisoned)].sort());
  console.log(`${steps} steps, ${points} points`);
});
