import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { compareProcesses, watchNeighbours } from '../../../src/profile/host/watch-neighbours.ts';
import { describe } from '../../runner/stage/execute-locally.ts';

const seen = (name: string, parent: number, ownNs: number, startTicks = 1) => ({
  ...{ name, parent, ownNs, startTicks },
});

test('programs are named with the CPU time that they used meanwhile, the most first', () => {
  const before = new Map([
    [1, seen('init', 0, 100)],
    [2, seen('idle', 1, 50)],
    [3, seen('busy', 1, 10)],
    [4, seen('busy', 1, 10)],
    [5, seen('old', 1, 900)],
    [9, seen('perigee', 1, 10)],
  ]);
  const after = new Map([
    [1, seen('init', 0, 101)],
    [2, seen('idle', 1, 50)],
    [3, seen('busy', 1, 40)],
    [4, seen('busy', 1, 30)],
    // The pid was given away again.
    [5, seen('new', 1, 20, 2)],
    [9, seen('perigee', 1, 99)],
    [10, seen('of perigee', 9, 80)],
  ]);
  expect(compareProcesses(before, after, 9)).toEqual([
    { name: 'busy', cpuNs: 50 },
    { name: 'new', cpuNs: 20 },
    { name: 'init', cpuNs: 1 },
  ]);
});

test('what this process has started is none of its neighbours', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  try {
    const execute = watchNeighbours(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return describe({ status: 'passed' }, new Date().toISOString(), 1);
    });
    const request = {
      ...{ command: [], directory: '/', environment: {}, timeoutMs: 1, logFile: '/', services: [] },
      signal: new AbortController().signal,
    };
    const { neighbours = [] } = await execute(request);
    expect(neighbours.map(({ name }) => name)).not.toContain('of the test');
    expect(neighbours.every(({ cpuNs }) => cpuNs > 0)).toBe(true);
  } finally {
    child.kill('SIGKILL');
  }
});
