import { expect, test } from 'vitest';
import { endInOrder, followLog, type Log, type LogBatch } from '../../src/async/follow-log.ts';

/** A log whose batches the test hands over. */
function makeLog() {
  const reading = new AbortController();
  let handle: ((batch: LogBatch<string>) => Promise<void>) | undefined;
  const source: Log<string, string> = {
    consume: (handler, { signal }) => {
      handle = handler;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  };
  let beats = 0;
  const lost = new AbortController();
  const read = (...messages: string[]): Promise<void> =>
    handle!({
      ...{ messages, lost: lost.signal, hold: () => () => undefined },
      heartbeat: async () => void (beats += 1),
    });
  return { source, read, reading, lost, beats: () => beats };
}

test('messages are taken one after the other, and then it is told so', async () => {
  const { source, read, reading } = makeLog();
  const told: string[] = [];
  const following = followLog({
    ...{ source, signal: reading.signal, isFull: () => false, onNotice: () => undefined },
    take: async (message) => {
      await Promise.resolve();
      told.push(message);
    },
    onTaken: () => told.push('all'),
  });
  await read('a', 'b');
  expect(told).toEqual(['a', 'b', 'all']);
  reading.abort();
  await following;
});

test('while too much is held nothing is taken, the log hears that the reader lives, and room is made', async () => {
  const { source, read, reading, beats } = makeLog();
  const taken: string[] = [];
  let rounds = 0;
  void followLog({
    ...{ source, signal: reading.signal, onNotice: () => undefined },
    isFull: () => rounds < 2,
    makeRoom: () => void (rounds += 1),
    take: async (message) => void taken.push(message),
  });
  await read('a');
  expect([taken, rounds, beats()]).toEqual([['a'], 2, 2]);
});

test('a reader that is told to end while too much is held leaves the rest of its batch', async () => {
  const { source, read, reading } = makeLog();
  const taken: string[] = [];
  void followLog({
    ...{ source, signal: reading.signal, onNotice: () => undefined },
    isFull: () => taken.length > 0,
    take: async (message) => void taken.push(message),
  });
  const batch = read('a', 'b');
  reading.abort(new Error('it ends'));
  await expect(batch).rejects.toThrow('it ends');
  expect(taken).toEqual(['a']);
});

test('nothing is taken of a batch that is lost', async () => {
  const { source, read, reading, lost } = makeLog();
  const taken: string[] = [];
  void followLog({
    ...{ source, signal: reading.signal, isFull: () => false, onNotice: () => undefined },
    take: async (message) => {
      taken.push(message);
      lost.abort(new Error('another reader has it'));
    },
  });
  await expect(read('a', 'b')).rejects.toThrow('another reader has it');
  expect(taken).toEqual(['a']);
});

test('readers end when the work has ended, and what ends a reader early ends the whole', async () => {
  const reading = new AbortController();
  const consumed = Promise.withResolvers<undefined>();
  const worked = Promise.withResolvers<undefined>();
  const ended = endInOrder(consumed.promise, worked.promise, reading);
  expect(reading.signal.aborted).toBe(false);
  worked.resolve(undefined);
  await expect.poll(() => reading.signal.aborted).toBe(true);
  consumed.resolve(undefined);
  await ended;
  const failed = Promise.reject(new Error('no such topic'));
  await expect(endInOrder(failed, new Promise(() => undefined), reading)).rejects.toThrow(
    'no such topic',
  );
});
