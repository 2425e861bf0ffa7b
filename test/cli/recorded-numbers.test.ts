/** Numbers that a test records itself are judged like all others, from the call to the exit code. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

const suite = (metrics = '') => `version: 1
suite: numbers
repeats: 5
maxRepeats: 5
warmup: 0
tests:
  - { name: serve, command: [node, bench.mjs] }
${metrics}thresholds:
  rules:
    - { match: { metric: latency }, worse: 900%, action: warn }
    - { match: { metric: cpu.total }, worse: 900%, action: warn }
    - { match: { metric: memory.peak }, worse: 900%, action: warn }
`;

const bench = `import { profile, record } from 'perigee';
import { speed, slowest } from './speed.mjs';
await profile('requests', () => {
  record('throughput', speed + Math.random() / 4, { unit: 'ops/s' });
  for (let i = 0; i < 1000; i += 1) record('wait', i < 985 ? 2 + i / 1000 : slowest + Math.random(), { unit: 'ms' });
});
`;

const speed = (throughput: number, slowest: number) =>
  `export const speed = ${throughput};\nexport const slowest = ${slowest};\n`;

function commitFirst(metrics = ''): void {
  repository.write('perigee.yml', suite(metrics));
  repository.write('bench.mjs', bench);
  repository.write('speed.mjs', speed(1000, 10));
  repository.commit('Begin');
}

test('a throughput that falls turns red', async () => {
  commitFirst();
  repository.write('speed.mjs', speed(700, 10));
  repository.commit('Slow down');
  const slower = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  expect(slower.exitCode, slower.stdout).toBe(1);
  expect(slower.stdout).toMatch(/✗ serve › requests: throughput is (2[89]|3[012])\.\d% lower/);
  expect(slower.stdout).toMatch(/throughput ✗ +1,000 ops\/s +700 ops\/s +-3\d\.\d%/);
});

atNight('one that rises is an improvement', async () => {
  commitFirst();
  repository.write('speed.mjs', speed(2100, 10));
  repository.commit('Speed up');
  const faster = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  expect(faster.exitCode, faster.stdout).toBe(0);
  expect(faster.stdout).toMatch(/throughput .*\+1[01]\d/);
});

atNight('a tail that grows is found where the median stays', async () => {
  commitFirst();
  repository.write('speed.mjs', speed(1000, 30));
  repository.commit('Stall now and then');

  const { exitCode, stdout } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  expect(exitCode, stdout).toBe(1);
  expect(stdout).toMatch(/wait\.p99 .*10\.\d ms → 30\.\d ms/);
  expect(stdout).not.toContain('wait.p50');
});

atNight(
  'a name that is not declared is refused by name, and what is declared decides',
  async () => {
    commitFirst('metrics:\n  throughput: { unit: ops/s, worse: 50% }\n');
    repository.write('speed.mjs', speed(700, 10));
    repository.commit('Slow down');

    const { exitCode, stdout } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
    expect(exitCode, stdout).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'perigee.yml declares no number "wait" under metrics, only throughput',
    );
  },
);
