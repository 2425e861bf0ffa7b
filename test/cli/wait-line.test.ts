import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaitLine } from '../../src/cli/wait-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { written, line: createWaitLine({ isTTY, columns: 60, write }) };
}

test('a log says now and then how long it has waited, and for what', () => {
  const { line, written } = open(false);
  line.begin('trying setup: cargo bench');
  const end = line.wait();
  line.hear('Compiling serde\nCompiling regex\u001b[2J\n\n');
  vi.advanceTimersByTime(45_000);
  end();
  vi.advanceTimersByTime(45_000);
  expect(written).toEqual([
    'perigee: trying setup: cargo bench\n',
    'perigee: 20 s · trying setup: cargo bench · Compiling regex[U+001B][2J\n',
    'perigee: 40 s · trying setup: cargo bench · Compiling regex[U+001B][2J\n',
  ]);
});

test('a terminal has one line, which is gone at the end, and tells nothing of the program before', () => {
  const { line, written } = open(true);
  line.begin('trying a');
  const first = line.wait();
  line.hear('of the first');
  first();
  const second = line.wait();
  vi.advanceTimersByTime(2000);
  second();
  const erase = '\r\u001b[2K';
  expect(written.slice(1)).toEqual([
    `${erase}perigee: 1 s · trying a`,
    `${erase}perigee: 2 s · trying a`,
    erase,
  ]);
});
