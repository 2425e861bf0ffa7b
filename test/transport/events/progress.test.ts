import { expect, test } from 'vitest';
import { createRandom } from '../../../src/stats/random.ts';
import { trackProgress } from '../../../src/transport/events/progress.ts';

test('the position stays before the oldest message that is held', () => {
  const progress = trackProgress(9);
  const releases = [12, 10, 11].map(progress.hold);
  progress.settle(15);
  expect(progress.doneUpTo()).toBe(9);
  releases[1]?.();
  expect(progress.doneUpTo()).toBe(10);
  releases[0]?.();
  expect(progress.doneUpTo()).toBe(10);
  releases[2]?.();
  releases[2]?.();
  expect(progress.doneUpTo()).toBe(15);
});

test('nothing of a batch is done before it is settled, whatever was let go', () => {
  const progress = trackProgress(-1);
  progress.hold(0)();
  expect(progress.doneUpTo()).toBe(-1);
});

test.each([1, 2, 3])('it is where a plain list says it is (seed %i)', (seed) => {
  const random = createRandom(seed);
  const progress = trackProgress(-1);
  const undone = new Set<number>();
  const releases = new Map<number, () => void>();
  let next = 0;
  for (let step = 0; step < 400; step++) {
    const first = next;
    next += 1 + Math.floor(random() * 5);
    for (let offset = first; offset < next; offset++) {
      if (random() < 0.5) continue;
      undone.add(offset);
      releases.set(offset, progress.hold(offset));
    }
    progress.settle(next - 1);
    for (const [offset, release] of releases) {
      if (random() < 0.9) continue;
      release();
      undone.delete(offset);
    }
    let done = -1;
    while (done + 1 < next && !undone.has(done + 1)) done += 1;
    expect(progress.doneUpTo()).toBe(done);
  }
});
