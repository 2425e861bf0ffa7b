import { expect, test } from 'vitest';
import type { ExecutionRequest } from '../../src/contract/execution.ts';
import { createMeasureStart, findIdleCommand } from '../../src/profile/measure-start.ts';

test.each([
  ['node --expose-gc bench.js', 'node -e 0'],
  ['/usr/bin/node bench.js', undefined],
  ['./make bench', undefined],
  ['./gradlew bench', undefined],
  ['.venv/bin/python bench.py', undefined],
  ['python3.13 -m pytest -q benchmarks', 'python3.13 -m pytest --version'],
  ['python3 -m mine', 'python3 -c pass'],
  ['npm run bench', 'npm --version'],
  ['go test -bench=.', 'go version'],
  ['./perigee-bench.test -test.bench=x', undefined],
  ['nodemon', undefined],
])('the idle start of `%s` is `%s`', (command, idle) => {
  expect(findIdleCommand(command.split(' '))?.join(' ')).toBe(idle);
});

const request: Pick<
  ExecutionRequest,
  'command' | 'directory' | 'environment' | 'signal' | 'logFile'
> = {
  command: ['node', 'a.js'],
  directory: '/',
  environment: {},
  logFile: '/dev/null',
  signal: new AbortController().signal,
};

function pretend(durations: number[], status: 'passed' | 'failed' = 'passed') {
  const asked: string[] = [];
  const measure = createMeasureStart(({ command }) => {
    asked.push(command.join(' '));
    const durationNs = durations.shift() ?? 0;
    const startedAt = '2026-11-21T06:00:00Z';
    const nothing = { metrics: [], spans: [], problems: [], hostLoad: {} };
    return Promise.resolve({ outcome: { status }, startedAt, durationNs, ...nothing });
  });
  return { asked, measure };
}

test('the shortest of three starts counts, and tests that start alike share it', async () => {
  const { asked, measure } = pretend([50, 40, 90]);
  expect(await measure(request)).toBe(40);
  expect(await measure({ ...request, command: ['node', 'b.js'] })).toBe(40);
  expect(asked).toEqual(['node -e 0', 'node -e 0', 'node -e 0']);
});

test('all starts together get twenty seconds', async () => {
  const limits: number[] = [];
  const pause = 30;
  const measure = createMeasureStart(async ({ timeoutMs }) => {
    limits.push(timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, pause));
    const startedAt = '2026-11-21T06:00:00Z';
    const nothing = { metrics: [], spans: [], problems: [], hostLoad: {} };
    return { outcome: { status: 'passed' }, startedAt, durationNs: 1, ...nothing };
  });
  await measure(request);
  await measure({ ...request, command: ['python3', 'b.py'] });
  expect(limits[0]).toBe(20_000);
  expect(limits).toHaveLength(6);
  expect(limits.at(-1)).toBeLessThanOrEqual(20_000 - 4 * pause);
});

test('a start that fails is not known', async () => {
  const { asked, measure } = pretend([50], 'failed');
  expect(await measure(request)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(await measure({ ...request, command: ['./mine'] })).toBeUndefined();
});
