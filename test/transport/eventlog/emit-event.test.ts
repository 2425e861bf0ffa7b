import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Emission, emitEvent } from '../../../src/transport/eventlog/emit-event.ts';
import type { EventLog } from '../../../src/transport/eventlog/event-log.ts';
import { makeEvent } from './make-event.ts';

const logThat = (append: EventLog['append']): EventLog => ({ name: 'the log', append });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The emission to a log that never takes the event by itself, at its deadline. */
async function emitUntilLate(log: EventLog): Promise<Emission> {
  const emission = emitEvent(makeEvent(), log, 100);
  await vi.advanceTimersByTimeAsync(100);
  return emission;
}

test('an event that the log takes is sent', async () => {
  const taken: unknown[] = [];
  const log = logThat(async (event) => void taken.push(event));
  expect(await emitEvent(makeEvent(), log)).toEqual({ kind: 'sent', to: 'the log' });
  expect(taken).toEqual([makeEvent()]);
});

test('without a log the event is in the artifact alone', async () => {
  const emission = await emitEvent(makeEvent(), undefined);
  expect(emission).toEqual({ kind: 'spooled', why: 'no event log is configured' });
});

test('a log that refuses is quoted and does no harm', async () => {
  const log = logThat(() => Promise.reject(new Error('not today')));
  const emission = await emitEvent(makeEvent(), log);
  expect(emission).toEqual({
    kind: 'spooled',
    why: 'the log did not take the event: not today',
  });
});

test('a log that throws before it even starts does no harm', async () => {
  const log = logThat(() => {
    throw new Error('broken');
  });
  expect(await emitEvent(makeEvent(), log)).toMatchObject({ kind: 'spooled' });
});

test('a log that hears the deadline lets go before it', async () => {
  const log = logThat(
    (_event, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped in time')));
      }),
  );
  expect(await emitUntilLate(log)).toMatchObject({
    why: 'the log did not take the event: stopped in time',
  });
});

test('a log that does not hear the deadline is left behind at it', async () => {
  const log = logThat(() => new Promise(() => undefined));
  expect(await emitUntilLate(log)).toMatchObject({
    why: 'the log did not take the event: no answer within 0.1 s',
  });
});
