import { expect, test } from 'vitest';
import { executeHere, findSpan, pythonProgram } from './execute-here.ts';

test('a whole number beyond a double is refused like any other value', async () => {
  const { log } = await executeHere(
    0,
    pythonProgram(
      'try:',
      '  with profile("w"): annotate("n", 10 ** 400)',
      'except ValueError as error: print(error)',
    ),
  );
  expect(log).toContain('neither text, a finite number');
});

test('a child that is waited for in a span counts from the begin of the span', async () => {
  const child =
    'import time\nfor i in range(1000): time.sleep(0.0001)\nprint(1, flush=True)\ninput()';
  const execution = await executeHere(
    0,
    pythonProgram(
      'import subprocess, sys',
      `child = subprocess.Popen([sys.executable, "-c", ${JSON.stringify(child)}], stdin=-1, stdout=-1)`,
      'child.stdout.readline()',
      'with profile("wait"): child.communicate(b"x\\n")',
    ),
  );
  expect(execution.log).toBe('');
  const { values } = findSpan(execution, 'wait');
  expect(values['context_switches.voluntary']).toBeLessThan(100);
});

test('a time limit that interrupts the SDK does not mix up the answers', async () => {
  const execution = await executeHere(
    0,
    pythonProgram(
      'from perigee._connection import connect',
      'with profile("first"): pass',
      'connection = connect()',
      '# What a signal handler that raises leaves behind: a message whose answer nobody fetched.',
      'connection._socket.sendall(b\'{"op":"end","id":999,"latencyNs":1}\\n\')',
      'with profile("second"): pass',
      'with profile("third"): pass',
    ),
  );
  expect(execution.log).toBe('');
  expect(execution.spans.map(({ span }) => span)).toEqual([
    'first',
    'second',
    'third',
    'whole test',
  ]);
});
