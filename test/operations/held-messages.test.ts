import { expect, test } from 'vitest';
import { createHeldMessages, type MessageHold } from '../../src/operations/held-messages.ts';
import type { EventMessage } from '../../src/transport/events/event-source.ts';
import { trackProgress } from '../../src/transport/events/progress.ts';

const message: EventMessage = { key: '', value: '', position: 'log/0/0', receivedAtMs: 0 };

/** From when a partition of one message is ours to when it is lost. */
function startLife() {
  const lost = new AbortController();
  const progress = trackProgress(-1);
  progress.settle(0);
  const batch = {
    ...{ partition: '0', messages: [message], lost: lost.signal },
    heartbeat: () => Promise.resolve(),
    hold: () => progress.hold(0),
  };
  return { batch, lose: () => lost.abort(), isDone: () => progress.doneUpTo() === 0 };
}

test('what is released of a life that is over does not let go what the next one holds', () => {
  const lost: MessageHold[] = [];
  const held = createHeldMessages((holds) => lost.push(...holds));
  const [first, second] = [startLife(), startLife()];
  const before = held.hold(first.batch, message);
  first.lose();
  const after = held.hold(second.batch, message);
  held.release([before]);
  expect([held.find(before), held.find(after)]).toEqual([undefined, message]);
  expect([lost.length, lost[0] === before, second.isDone(), held.count()]).toEqual([
    ...[1, true, false, 1],
  ]);
  held.release([after]);
  expect([second.isDone(), held.count()]).toEqual([true, 0]);
});

test('what a life that is over has lost is not lost to the next one', () => {
  const lost: MessageHold[] = [];
  const held = createHeldMessages((holds) => lost.push(...holds));
  const [first, second] = [startLife(), startLife()];
  const before = held.hold(first.batch, message);
  const after = held.hold(second.batch, message);
  first.lose();
  expect([lost.includes(after), held.find(after)]).toEqual([false, message]);
  expect(held.find(before)).toBeUndefined();
});

test('a batch that comes again within one life holds what it held', () => {
  const held = createHeldMessages(() => undefined);
  const { batch, isDone } = startLife();
  const hold = held.hold(batch, message);
  expect(held.hold(batch, message)).toBe(hold);
  held.release([hold]);
  expect([isDone(), held.count()]).toEqual([true, 0]);
});
