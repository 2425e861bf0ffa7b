import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForStop } from '../../src/cli/listen-for-stop.ts';

let stop: ReturnType<typeof listenForStop>;
const exit = vi.fn<(code?: number | string | null) => never>();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  stop = listenForStop();
});
afterEach(() => {
  stop.end();
  exit.mockReset();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the run and keeps what there is', (signal) => {
  process.emit(signal);
  expect(stop.signal.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
});

test('one Ctrl-C that comes twice, from the terminal and handed on, is one', () => {
  process.emit('SIGINT');
  vi.advanceTimersByTime(199);
  process.emit('SIGINT');
  expect(exit).not.toHaveBeenCalled();
});

test('a second Ctrl-C leaves at once', () => {
  process.emit('SIGINT');
  vi.advanceTimersByTime(200);
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});

test('once ended it does not listen any more', () => {
  stop.end();
  process.emit('SIGINT');
  expect(stop.signal.aborted).toBe(false);
});
