import { expect, test } from 'vitest';
import { linuxOnly } from '../linux-only.ts';
import { findSpan, runPython } from './execute-here.ts';

test('a whole number beyond a double is refused like any other value', async () => {
  const { log } = await runPython(
    'try:',
    '  with profile("w"): annotate("n", 10 ** 400)',
    'except ValueError as error: print(error)',
  );
  expect(log).toContain('neither text, a finite number');
});

linuxOnly('a child that is waited for in a span counts from the begin of the span', async () => {
  const child =
    'import time\nfor i in range(1000): time.sleep(0.0001)\nprint(1, flush=True)\ninput()';
  const execution = await runPython(
    'import subprocess, sys',
    `child = subprocess.Popen([sys.executable, "-c", ${JSON.stringify(child)}], stdin=-1, stdout=-1)`,
    'child.stdout.readline()',
    'with profile("wait"): child.communicate(b"x\\n")',
  );
  expect(execution.log).toBe('');
  const { values } = findSpan(execution, 'wait');
  expect(values['context_switches.voluntary']).toBeLessThan(100);
});

test('a time limit that interrupts the SDK does not mix up the answers', async () => {
  const execution = await runPython(
    'from perigee._connection import connect',
    'with profile("first"): pass',
    'connection = connect()',
    '# A signal handler that raises leaves a message whose answer was never fetched.',
    'connection._socket.sendall(b\'{"op":"end","id":999,"latencyNs":1}\\n\')',
    'with profile("second"): pass',
    'with profile("third"): pass',
  );
  expect(execution.log).toBe('');
  expect(execution.spans.map(({ span }) => span)).toEqual([
    'first',
    'second',
    'third',
    'whole test',
  ]);
});

test('numbers share one limit to the value, and what a failed span recorded makes room again', async () => {
  const execution = await runPython(
    'from perigee import _numbers as kept',
    'kept._MOST_WAITING = 10',
    'try:',
    '  with profile("fails"):',
    '    for _ in range(9): record("lost", 1)',
    '    raise KeyError()',
    'except KeyError: pass',
    'with profile("w"):',
    '  for _ in range(6): record("a", 1)',
    '  for _ in range(4): record("b", 2)',
    'with profile("v"):',
    '  for _ in range(6): record("a", 1)',
    '  for _ in range(5): record("b", 2)',
    'print(kept._given, len(kept._waiting))',
  );
  expect(execution.log).toBe('0 0\n');
  expect(findSpan(execution, 'w').values).toMatchObject({ a: 1, b: 2 });
  expect(findSpan(execution, 'v').values).toMatchObject({ a: 1 });
  expect(findSpan(execution, 'v').values).not.toHaveProperty('b');
  expect(execution.problems.map(({ code }) => code)).toEqual(['span-failed', 'numbers-left-out']);
});

test('single values beside a histogram, another unit and a bool are what they are each time', async () => {
  const execution = await runPython(
    'with profile("w"):',
    '  record("n", 1)',
    '  record("n", {"values": [5], "counts": [2]})',
    '  record("n", 1); record("n", 1)',
    '  record("ms", 1.5, unit="ms"); record("ms", 1.5)',
    '  for wrong in (True, -1, float("nan"), 10 ** 400):',
    '    try: record("ms", wrong)',
    '    except ValueError: print("refused")',
    '  try: record("ms", 1, unit="s")',
    '  except ValueError: print("another unit")',
  );
  expect(execution.log).toBe(`${'refused\n'.repeat(4)}another unit\n`);
  expect(findSpan(execution, 'w').spreads?.['n']?.count).toBe(5);
  expect(execution.problems).toEqual([]);
});

test('a forked child does not send what its parent has recorded', async () => {
  const execution = await runPython(
    'import os',
    'record("n", 1)',
    'if os.fork() == 0: record("m", 2)',
    'else: os.wait()',
  );
  expect(execution.problems).toEqual([]);
  expect(findSpan(execution, 'whole test').values).toMatchObject({ n: 1, m: 2 });
});
