import { expect, test } from 'vitest';
import { executeHere } from './execute-here.ts';

const loop = 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done';

test.each([0, 1] as const)(
  'at tier %d the CPU time of an execution is told by program, and no more than all of it',
  async (tier) => {
    const script = `cp /bin/sh cc1; ./cc1 -c '${loop}'; exit 0`;
    const { programs = [], spans, outcome } = await executeHere(tier, ['sh', '-c', script]);
    expect(outcome.status).toBe('passed');
    const compiler = programs.find(({ name }) => name === 'cc1');
    expect(compiler?.cpuNs).toBeGreaterThanOrEqual(10e6);
    // Ticks of /proc and the counter of a cgroup may differ by a few of them.
    expect(compiler?.cpuNs).toBeLessThanOrEqual((spans[0]?.values['cpu.total'] ?? 0) + 30e6);
  },
);

test('a script is called by its own name, and one that names itself by that', async () => {
  const work = 'const end = performance.now() + 200; while (performance.now() < end);';
  const script = [
    `echo '${work}' > tsc.js && node tsc.js`,
    `echo 'process.title = "npm run bench"; ${work}' > other.js && node other.js`,
  ].join(' && ');
  const { programs = [] } = await executeHere(0, ['sh', '-c', script]);
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(['tsc.js', 'npm']));
});
