import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Execution, ExecutionRequest } from '../../../src/contract/execution.ts';
import { findValgrind } from '../../../src/profile/instructions/count-instructions.ts';
import { executeHere } from '../execute-here.ts';

const isMissing = findValgrind() === undefined;
const why = isMissing ? ' (skipped: no valgrind; apt-get install valgrind)' : '';
const counts = (title: string, run: () => Promise<void>): void =>
  test.skipIf(isMissing)(title + why, run);

const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).stdout.trim();

const spans = (rounds: number): string => `
from perigee import profile
def work(n):
    return sum(i * i for i in range(n))
with profile("outer"):
    with profile("inner"):
        work(${rounds})
    work(${rounds})
`;

async function count(
  command: readonly string[],
  how: 'whole' | 'spans' = 'whole',
  more: Partial<ExecutionRequest> = {},
): Promise<Execution & { log: string; of(span: string): number }> {
  const execution = await executeHere(0, command, { counts: how, ...more });
  const of = (name: string): number =>
    execution.spans.find(({ span }) => span === name)?.values['instructions'] ?? 0;
  return { ...execution, of };
}

counts(
  'a program takes the same instructions each time, and nothing else is measured',
  async () => {
    const script = 'i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done';
    const [once, again] = [await count(['sh', '-c', script]), await count(['sh', '-c', script])];

    expect(once.of('whole test')).toBeGreaterThan(100_000);
    expect(Math.abs(again.of('whole test') / once.of('whole test') - 1)).toBeLessThan(1e-4);
    expect(once.metrics.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'instructions callgrind',
    ]);
  },
);

counts('nested spans count each what ran in them', async () => {
  const { of, problems } = await count([python, '-c', spans(20_000)], 'spans');

  expect(problems).toEqual([]);
  expect(of('inner')).toBeGreaterThan(1_000_000);
  expect(of('outer') / of('inner')).toBeGreaterThan(1.9);
  expect(of('outer') / of('inner')).toBeLessThan(2.2);
  expect(of('whole test')).toBe(0);
});

counts('one percent more work in a span shows in a single run', async () => {
  const before = await count([python, '-c', spans(20_000)], 'spans');
  const after = await count([python, '-c', spans(20_200)], 'spans');

  const change = after.of('inner') / before.of('inner') - 1;
  expect(change).toBeGreaterThan(0.009);
  expect(change).toBeLessThan(0.011);
});

counts('a child that is forked counts once, and not again what its parent did before', async () => {
  const work = 'i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done';
  const alone = await count(['sh', '-c', work]);
  const forked = await count(['sh', '-c', `${work}; (:); :`]);

  expect(forked.of('whole test') / alone.of('whole test')).toBeLessThan(1.2);
});

counts(
  'a program that is found on the PATH is the one with the settings of the record',
  async () => {
    const program = ['node', '-e', 'console.log(process.execArgv.join(" "))'];
    const { log, outcome } = await count(program, 'spans');

    expect(outcome.status).toBe('passed');
    expect(log).toContain('--hash-seed=1 --random-seed=1 --predictable');
  },
);

counts('a program that cannot be started is told like any other', async () => {
  const { outcome, spans: none } = await count(['./not-there']);

  expect(outcome.status).toBe('not-started');
  expect(none).toEqual([]);
});
